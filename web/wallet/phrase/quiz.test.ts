import { wordlist as english } from '@scure/bip39/wordlists/english'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anasPhrase } from '../vault/vault.testing.ts'
import { phraseFrom } from './entropy.ts'
import { phraseWords } from './phrase.ts'
import { isQuizPassed, makeQuiz } from './quiz.ts'

const lengths = fc.constantFrom(16, 20, 24, 28, 32)
const phrases = await Promise.all(
  fc
    .sample(
      lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
      100,
    )
    .map((entropy) => phraseFrom(new Uint8Array(entropy), 'english')),
)
const TWO_WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const TWO_SPANISH_WORDS = await phraseFrom(new Uint8Array(16), 'spanish')

describe.each([
  { name: 'any phrase', makers: phrases },
  { name: 'a phrase of two different words', makers: Array.from({ length: 50 }, () => TWO_WORDS) },
  { name: 'a phrase of two different Spanish words', makers: Array.from({ length: 50 }, () => TWO_SPANISH_WORDS) },
  { name: 'a phrase that repeats some words', makers: Array.from({ length: 50 }, () => anasPhrase) },
])('the quiz of $name', ({ makers }) => {
  test('C2 asks for three different places in ascending order', () => {
    for (const phrase of makers) {
      const quiz = makeQuiz(phrase)
      const [a = 0, b = 0, c = 0] = quiz.map(({ position }) => position)
      expect(quiz).toHaveLength(3)
      expect(1 <= a && a < b && b < c && c <= phraseWords(phrase).length).toBe(true)
      for (const { index, position, word } of quiz) {
        expect(index).toBe(position - 1)
        expect(word).toBe(phraseWords(phrase)[index])
      }
    }
  })

  test('C3 offers four different words, the right one among them', () => {
    for (const phrase of makers) {
      for (const { word, options } of makeQuiz(phrase)) {
        expect(new Set(options).size).toBe(4)
        expect(options).toHaveLength(4)
        expect(options).toContain(word)
      }
    }
  })
})

test('C3 the other options are words of the phrase, as far as it has four', () => {
  for (const phrase of phrases) {
    const words = new Set(phraseWords(phrase))
    if (words.size < 4) continue
    for (const { options } of makeQuiz(phrase)) for (const option of options) expect(words).toContain(option)
  }
})

test.each([
  { language: 'English', list: english, phrase: TWO_WORDS },
  { language: 'Spanish', list: spanish, phrase: TWO_SPANISH_WORDS },
])('C3 the quiz of a phrase that repeats two $language words adds words of that language', ({ list, phrase }) => {
  for (let round = 0; round < 50; round++) {
    for (const { options } of makeQuiz(phrase)) for (const option of options) expect(list).toContain(option)
  }
})

test('C3 the right word stands in every one of the four places', () => {
  const places = new Set(
    Array.from({ length: 60 }, () => makeQuiz(anasPhrase))
      .flat()
      .map(({ word, options }) => options.indexOf(word)),
  )
  expect(places).toEqual(new Set([0, 1, 2, 3]))
})

test('C4 another quiz asks for other places, and every place has its turn', () => {
  const asked = new Set(
    Array.from({ length: 200 }, () => makeQuiz(anasPhrase))
      .flat()
      .map(({ position }) => position),
  )
  expect(asked.size).toBe(12)
})

test('C7 C8 the quiz is passed with three right answers and with nothing less', () => {
  const quiz = makeQuiz(anasPhrase)
  const right = quiz.map(({ word }) => word)
  expect(isQuizPassed(quiz, right)).toBe(true)
  for (const question of [0, 1, 2]) {
    const wrong = quiz[question]?.options.find((option) => option !== right[question])
    expect(isQuizPassed(quiz, right.with(question, wrong ?? ''))).toBe(false)
    const unanswered: (string | undefined)[] = [...right]
    unanswered[question] = undefined
    expect(isQuizPassed(quiz, unanswered)).toBe(false)
  }
  expect(isQuizPassed([], [])).toBe(false)
})
