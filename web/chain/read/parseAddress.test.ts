import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { parseAddress } from './parseAddress.ts'

const anyAddress = fc.stringMatching(/^[0-9a-f]{40}$/).map((hex): Address => getAddress(`0x${hex}`))

test('an address is read with its checksum, in lower case and in capitals', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect(parseAddress(address)).toBe(address)
      expect(parseAddress(` ${address.toLowerCase()}\n`)).toBe(address)
      expect(parseAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
    }),
  )
})

test('in mixed case one letter that changed its size is seen', () => {
  fc.assert(
    fc.property(anyAddress, fc.nat({ max: 39 }), (address, at) => {
      const changed = [...address].map((letter, place) => (place === at + 2 ? swapCase(letter) : letter)).join('')
      const letters = changed.slice(2)
      fc.pre(changed !== address && letters !== letters.toLowerCase() && letters !== letters.toUpperCase())
      expect(parseAddress(changed)).toBeUndefined()
    }),
  )
})

test.each([
  '',
  '0x',
  'luis.eth',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C80',
  '70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79G8',
  '0x70997970 C51812dc3A010C7d01b50e0d17dc79C8',
])('%j is no address', (typed) => {
  expect(parseAddress(typed)).toBeUndefined()
})

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}
