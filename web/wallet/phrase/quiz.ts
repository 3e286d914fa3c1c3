import { wordlist as english } from '@scure/bip39/wordlists/english'
import { phraseWords } from './phrase.ts'
import { shuffled } from './random.ts'

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
/** Words of the BIP-39 lists, for a phrase that has fewer than four distinct ones: three of these are in no such phrase. */
const FILLERS = {
  english: ['apple', 'bridge', 'cloud', 'desert', 'forest', 'garden'],
  spanish: ['barco', 'camino', 'dedo', 'espejo', 'fuego', 'gato'],
}

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
  const others = shuffled([...new Set(words)].filter((other) => other !== word))
  const language = words.every((known) => english.includes(known)) ? 'english' : 'spanish'
  const fillers = shuffled(FILLERS[language].filter((filler) => !words.includes(filler)))
  return [...others, ...fillers].slice(0, OPTIONS - 1)
}
