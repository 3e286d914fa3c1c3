import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NOBODY } from './loan.ts'
import { lookAlikeOf, mostEther, recipientProblem } from './transfer.ts'

const luis = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const anyAddress = fc.stringMatching(/^[0-9a-f]{40}$/).map((hex): Address => getAddress(`0x${hex}`))

test.each<[string, string | undefined, string]>([
  ['the same at both ends, another in the middle', luis, `0x3C44${'1'.repeat(32)}93BC`],
  ['the same address, in other letters', undefined, luis.toLowerCase()],
  ['another beginning', undefined, luis.replace('3C44', '3C45')],
  ['another end', undefined, luis.replace('93BC', '93BD')],
])('an address that could be taken for a known one: %s', (_, found, address) => {
  expect(address).toHaveLength(42)
  expect(lookAlikeOf(address, [NOBODY, luis])).toBe(found)
})

test('whatever is between the ends, and however it is spelled, it is seen', () => {
  fc.assert(
    fc.property(anyAddress, anyAddress, fc.boolean(), (known, other, isLower) => {
      const made = known.slice(0, 6) + other.slice(6, -4) + known.slice(-4)
      fc.pre(made.toLowerCase() !== known.toLowerCase())
      expect(lookAlikeOf(isLower ? made.toLowerCase() : made, [known])).toBe(known)
      expect(lookAlikeOf(known, [known])).toBeUndefined()
    }),
  )
})

test('what cannot be sent to: nobody, oneself, the contract and, once it is known, the dollar', () => {
  const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const book: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const token: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
  expect(recipientProblem(NOBODY, { account, book, token })).toBe('ToNobody')
  expect(recipientProblem(account.toLowerCase() as Address, { account, book, token })).toBe('ToMyself')
  expect(recipientProblem(book, { account, book, token })).toBe('ToBook')
  expect(recipientProblem(token, { account, book, token })).toBe('ToToken')
  expect(recipientProblem(token, { account, book, token: undefined })).toBeUndefined()
  expect(recipientProblem(luis, { account, book, token })).toBeUndefined()
})

test('the most ether leaves a fee that is a quarter higher than the one shown, and is never below zero', () => {
  expect(mostEther(1_000n, 100n)).toBe(875n)
  expect(mostEther(100n, 100n)).toBe(0n)
  expect(mostEther(0n, 100n)).toBe(0n)
})
