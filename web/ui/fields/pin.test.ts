import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsIn, emptyPin, enterDigits } from './pin.ts'

const box = fc.nat({ max: 5 })
const boxes = fc.array(fc.constantFrom('', '0', '7', '9'), { minLength: 6, maxLength: 6 })

test('L3 whatever arrives, a box holds one digit or nothing', () => {
  fc.assert(
    fc.property(boxes, box, fc.string({ unit: 'binary' }), (before, at, typed) => {
      const { after, next } = enterDigits(before, at, typed)
      expect(after).toHaveLength(6)
      for (const digit of after) expect(digit).toMatch(/^[0-9]?$/)
      expect([0, 1, 2, 3, 4, 5, 'done']).toContain(next)
    }),
  )
})

test('L4 a digit lands in its box, leaves the others alone and moves on', () => {
  fc.assert(
    fc.property(boxes, box, fc.nat({ max: 9 }), (before, at, digit) => {
      const { after, next } = enterDigits(before, at, `${digit}`)
      expect(after).toEqual(before.map((old, place) => (place === at ? `${digit}` : old)))
      expect(next).toBe(at < 5 ? at + 1 : after.includes('') ? 5 : 'done')
    }),
  )
})

test('six digits fill all boxes from any of them, however they are spaced', () => {
  const separators = fc.array(fc.constantFrom('', ' ', '-', '\n', '\u00a0'), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(boxes, box, fc.stringMatching(/^[0-9]{6}$/), separators, (before, at, pin, gaps) => {
      const spaced = [...pin].map((digit, place) => `${gaps[place]}${digit}`).join('')
      expect(enterDigits(before, at, spaced)).toEqual({ after: [...pin], next: 'done' })
    }),
  )
})

test('a part of a PIN fills on from its box and what does not fit is left out', () => {
  expect(enterDigits(emptyPin(6), 4, '123')).toEqual({ after: ['', '', '', '', '1', '2'], next: 5 })
  expect(enterDigits(emptyPin(6), 1, '12')).toEqual({ after: ['', '1', '2', '', '', ''], next: 3 })
})

test('only the ten digits count as such', () => {
  expect(digitsIn('a1-2 ٣b३4')).toBe('124')
})
