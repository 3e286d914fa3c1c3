import { BaseError, HttpRequestError, TimeoutError } from 'viem'
import { expect, test } from 'vitest'
import { isRefusal, type RefusalName, refusalOf } from './refusal.ts'

const request = { body: {}, url: 'http://127.0.0.1' }

test.each<[string, unknown, RefusalName]>([
  ['no answer', new HttpRequestError(request), 'NoNetwork'],
  ['an answer that takes too long', new TimeoutError(request), 'NoNetwork'],
  ['either of them inside another error', new BaseError('call', { cause: new TimeoutError(request) }), 'NoNetwork'],
  ['a bug', new TypeError('undefined is not a function'), 'Unexpected'],
  ['an error that viem throws without asking a node', new BaseError('cannot be encoded'), 'Unexpected'],
  ['something that is no error', 'oops', 'Unexpected'],
])('%s is told apart from the others', (_, error, name) => {
  expect(refusalOf(error)).toEqual({ name, args: [] })
})

test.each([
  { name: 'OfferNotOpen', args: [7n, 2] },
  { name: 'NothingToWithdraw', args: ['0x0000000000000000000000000000000000000001'] },
  { name: 'Panic', args: [17n] },
  { name: 'PermitLapsed', args: [] },
])('$name can be put into words', (refusal) => {
  expect(isRefusal(refusal)).toBe(true)
})

test.each([
  ['an unknown name', { name: 'toString', args: [] }],
  ['too few arguments', { name: 'OfferNotOpen', args: [7n] }],
  ['an argument of another type', { name: 'DrawTooSoon', args: ['soon'] }],
  ['no arguments', { name: 'Reverted' }],
  ['nothing', null],
])('a refusal with %s is none', (_, value) => {
  expect(isRefusal(value)).toBe(false)
})
