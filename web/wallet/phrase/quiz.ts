import { wordlist as english } from '@scure/bip39/wordlists/english'
import { phraseWords } from './phrase.ts'
import { randomBelow, shuffled } from './random.ts'

export type QuizItem = {
  /** As people count: the first word is 1. */
  position: number
  /** The same place in an array. */
  index: number
  word: string
  /** Four different words, one of them the right one. */
  options: string[]
}

const QUESTIONS = 3
const OPTIONS = 4

/** Three places of the phrase in ascending order, each with the right word and three others of the phrase to choose from. */
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

/** Whether each question has its right word as an answer, in the quiz's order. */
export function isQuizPassed(quiz: readonly QuizItem[], answers: readonly (string | undefined)[]): boolean {
  return quiz.length === QUESTIONS && quiz.every(({ word }, question) => answers[question] === word)
}

function othersThan(word: string, words: string[]): string[] {
  const others = new Set(shuffled(words.filter((other) => other !== word)))
  // A phrase may repeat its words ('abandon … about' has two): then words of the list make up the number.
  while (others.size < OPTIONS - 1) {
    const other = english[randomBelow(english.length)]
    if (other !== undefined && other !== word) others.add(other)
  }
  return [...others].slice(0, OPTIONS - 1)
}
