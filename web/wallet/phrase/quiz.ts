import { wordlist as english } from '@scure/bip39/wordlists/english'
import { phraseWords } from './phrase.ts'
import { randomBelow, shuffled } from './random.ts'

export type QuizItem = {
  /** Counts from 1, for display. */
  position: number
  /** Counts from 0. */
  index: number
  word: string
  /** Four different words in random order, `word` among them. */
  options: string[]
}

const QUESTIONS = 3
const OPTIONS = 4

/** A multiple-choice quiz on three random positions of the phrase, in ascending order. */
export function makeQuiz(phrase: string): QuizItem[] {
  const words = phraseWords(phrase)
  return shuffled([...words.keys()])
    .slice(0, QUESTIONS)
    .sort((a, b) => a - b)
    .map((index) => {
      const word = words[index] ?? ''
      return { position: index + 1, index, word, options: shuffled([word, ...othersThan(word, words)]) }
    })
}

/** `answers` in the order of the quiz; undefined where none was given. */
export function isQuizPassed(quiz: readonly QuizItem[], answers: readonly (string | undefined)[]): boolean {
  return quiz.length === QUESTIONS && quiz.every(({ word }, question) => answers[question] === word)
}

/** Three wrong options, from the phrase itself: recognising a word is not enough, its position counts. */
function othersThan(word: string, words: string[]): string[] {
  const others = new Set(shuffled(words.filter((other) => other !== word)))
  // A phrase may repeat words ('abandon … about' has two distinct ones): the rest comes from the English list.
  while (others.size < OPTIONS - 1) {
    const other = english[randomBelow(english.length)]
    if (other !== undefined && other !== word) others.add(other)
  }
  return [...others].slice(0, OPTIONS - 1)
}
