import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { shortAddress } from '../text/shortHex.ts'
import { createAcquaintances } from './acquaintances.ts'

const me = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const luis = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const stranger = `0x3c44${'5'.repeat(32)}93bc` as const
const nobody = { dealtWith: [], sentTo: [], contacts: [], ours: [me], addressed: [] } as const
const knowing = (circles: Partial<Parameters<ReturnType<typeof createAcquaintances>>[0]>) =>
  createAcquaintances()({ ...nobody, ...circles })

test.each(['dealtWith', 'sentTo', 'contacts', 'addressed', 'ours'] as const)(
  'who looks like one of `%s` is warned about, and that one is not',
  (circle) => {
    const { isKnown, lookAlikeOf } = knowing({ [circle]: [luis] })
    expect(lookAlikeOf(stranger)).toBe(luis)
    expect(lookAlikeOf(luis)).toBeUndefined()
    expect([luis, luis.toLowerCase(), stranger].map(isKnown)).toEqual([true, true, false])
  },
)

test('who only took an offer of mine, or lent what I asked for, is known, and makes nobody warned about whom I chose', () => {
  for (const circle of ['sentTo', 'contacts', 'ours', 'addressed'] as const) {
    const { isKnown, lookAlikeOf } = knowing({ dealtWith: [stranger], [circle]: [luis] })
    expect(isKnown(stranger)).toBe(true)
    expect([lookAlikeOf(stranger), lookAlikeOf(luis)]).toEqual([luis, undefined])
  }
})

test('of two known people who look alike each is warned about: one of them was chosen by mistake', () => {
  const { lookAlikeOf } = knowing({ sentTo: [luis], contacts: [stranger] })
  expect([lookAlikeOf(luis), lookAlikeOf(stranger)]).toEqual([stranger, luis])
})

test('my own address is never the one that is warned about', () => {
  const likeMe = `0x7099${'5'.repeat(32)}79c8` as const
  const { lookAlikeOf } = knowing({ dealtWith: [likeMe] })
  expect(lookAlikeOf(likeMe)).toBe(me)
  expect(lookAlikeOf(me)).toBeUndefined()
})

test('each person is listed once, in the order that was given', () => {
  const { people, hasSentTo } = knowing({ dealtWith: [luis], sentTo: [me, luis] })
  expect(people).toEqual([luis, me])
  expect([luis.toLowerCase(), stranger].map(hasSentTo)).toEqual([true, false])
})

test('it is the same object until somebody is added', () => {
  const meet = createAcquaintances()
  const first = meet({ ...nobody, sentTo: [luis] })
  expect(meet({ ...nobody, sentTo: [luis] })).toBe(first)
  expect(meet({ ...nobody, contacts: [luis] })).not.toBe(first)
})

test('whatever is shortened in the same way looks alike, and nothing else does', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
  // Few ends, so that many are the same.
  const ends = fc.constantFrom('3c44', '3c45', '93bc')
  const address = fc.tuple(ends, hex(32), ends).map((parts): Address => getAddress(`0x${parts.join('')}`))
  const short = (one: Address) => shortAddress(one).toLowerCase()
  fc.assert(
    fc.property(address, address, (one, other) => {
      fc.pre(one !== other)
      expect(knowing({ sentTo: [one] }).lookAlikeOf(other)).toBe(short(one) === short(other) ? one : undefined)
    }),
  )
})
