import fc from 'fast-check'
import { bytesToHex, getAddress, hashTypedData, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { limits } from '../../loans/limits.ts'
import { linkIn, linkToSigned } from '../../loans/link.ts'
import type { Signed, SignedPayment, SignedRequest } from '../../loans/signed.ts'
import { MAX_LENGTH } from '../../wallet/device/sharedLink.ts'
import { fromBase64Url, toBase64Url } from '../../wallet/vault/bytes.ts'
import { decodeSigned, encodeSigned, MAX_SIGNATURE } from './signedText.ts'
import { requestTypedData } from './typedData.ts'

const luis = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const ana = privateKeyToAccount(`0x${'08'.repeat(32)}`)

const bound = {
  chainId: 11_155_111,
  book: getAddress(`0x${'c'.repeat(40)}`),
  borrower: luis.address,
  number: 2n ** 128n - 1n,
  until: 1_800_000_000,
  signature: `0x${'5a'.repeat(65)}`,
} as const
const request: SignedRequest = {
  kind: 'request',
  ...bound,
  lender: ana.address,
  principal: 50_000_000n,
  apr: 1250,
  duration: 7_776_000,
  instalments: 3,
  note: 'Para la moto: ¡gracias! 🛵',
}
const payment: SignedPayment = { kind: 'payment', ...bound, loanId: 9n, lender: ana.address, amount: 40_990_000n }
const texts = { request: encodeSigned(request), payment: encodeSigned(payment) }

const natural = (max: bigint, min = 0n) => fc.bigInt({ min, max })
const integer = ({ min, max }: { min: bigint; max: bigint }) => fc.integer({ min: Number(min), max: Number(max) })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const address = bytes(20).map((bytes) => getAddress(bytesToHex(Uint8Array.from(bytes, (byte) => byte || 1))))
const anyBound = {
  chainId: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  book: address,
  borrower: address,
  number: natural(2n ** 128n - 1n),
  until: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  signature: fc.uint8Array({ maxLength: 200 }).map((bytes) => bytesToHex(bytes)),
}
const anySigned: fc.Arbitrary<Signed> = fc
  .oneof(
    fc.record({
      ...anyBound,
      kind: fc.constant('request' as const),
      lender: fc.option(address, { nil: undefined }),
      principal: natural(limits.principal.max, limits.principal.min),
      apr: integer(limits.apr),
      duration: integer(limits.duration),
      instalments: integer(limits.instalments),
      note: fc
        .string({ unit: 'grapheme', maxLength: 60 })
        .filter((note) => new TextEncoder().encode(note).length <= limits.note.max),
    }),
    fc.record({
      ...anyBound,
      kind: fc.constant('payment' as const),
      loanId: natural(2n ** 32n - 1n),
      lender: address,
      amount: natural(2n ** 72n - 1n, 1n),
    }),
  )
  .filter(({ lender, borrower }) => lender !== borrower)

test('whatever can be signed is read as it was written', () => {
  fc.assert(
    fc.property(anySigned, (signed) => {
      expect(decodeSigned(encodeSigned(signed))).toEqual({ ok: true, signed })
    }),
  )
})

describe('a link with the longest note', () => {
  const note = 'x'.repeat(Number(limits.note.max))
  const linkOf = (signed: Signed) => linkToSigned(encodeSigned(signed), 'https://una-direccion-bastante-larga.entrepares.example')

  test('has at most 700 characters', () => {
    expect(linkOf({ ...request, note }).length).toBeLessThanOrEqual(700)
  })

  test('is kept whole until the wallet is open, also with the longest signature', () => {
    const link = linkOf({ ...request, note, signature: `0x${'5a'.repeat(MAX_SIGNATURE)}` })
    expect(linkIn(new URL(link))?.length).toBeLessThanOrEqual(MAX_LENGTH)
  })
})

describe.each(Object.entries(texts))('a %s', (_, text) => {
  test('that was cut anywhere is called cut', () => {
    for (let length = 0; length < text.length; length++) {
      expect({ length, ...decodeSigned(text.slice(0, length)) }).toEqual({ length, ok: false, problem: 'cut' })
    }
  })

  test('that goes on, has other characters or another spelling is called changed', () => {
    for (const other of [`${text}A`, `${text}AAAA`, `${text}=`, text.replace('A', '+'), ` ${text}`, text.replace('A', '%41')]) {
      expect({ other, ...decodeSigned(other) }).toEqual({ other, ok: false, problem: 'changed' })
    }
  })

  test('of a later version is told apart from a damaged one', () => {
    const later = fromBase64Url(text)
    later[0] = 2
    expect(decodeSigned(toBase64Url(later))).toEqual({ ok: false, problem: 'newer' })
    later[0] = 0
    expect(decodeSigned(toBase64Url(later))).toEqual({ ok: false, problem: 'changed' })
  })
})

test.each<[string, Signed]>([
  ['nobody as the borrower', { ...request, borrower: `0x${'0'.repeat(40)}` }],
  ['the borrower as the lender', { ...request, lender: luis.address }],
  ['no dollars', { ...request, principal: 0n }],
  ['too many instalments', { ...request, instalments: 61 }],
  ['no instalments', { ...request, instalments: 0 }],
  ['no interest', { ...request, apr: 0 }],
  ['no time', { ...request, duration: 0 }],
  ['a note of 281 bytes', { ...request, note: 'a'.repeat(281) }],
  ['a payment of nothing', { ...payment, amount: 0n }],
  ['a payment to nobody', { ...payment, lender: `0x${'0'.repeat(40)}` }],
])('%s is refused', (_, signed) => {
  expect(decodeSigned(encodeSigned(signed))).toEqual({ ok: false, problem: 'changed' })
})

test('a note that is not UTF-8 is refused', () => {
  const broken = fromBase64Url(encodeSigned({ ...request, note: 'aaa' }))
  const place = broken.length - 65 - 2 - 3
  broken.set([0xff, 0xfe, 0xfd], place)
  expect(decodeSigned(toBase64Url(broken))).toEqual({ ok: false, problem: 'changed' })
})

test('no changed byte of a link leaves it signed by the borrower', { tags: 'long' }, async () => {
  const { signature: _, ...unsigned } = request
  const signature = await luis.signTypedData(requestTypedData(unsigned))
  const whole = fromBase64Url(encodeSigned({ ...unsigned, signature }))
  const isGenuine = async ({ signature, ...rest }: SignedRequest) => {
    const hash = hashTypedData(requestTypedData(rest))
    return (await recoverAddress({ hash, signature }).catch(() => undefined)) === rest.borrower
  }
  const original = decodeSigned(toBase64Url(whole))
  expect(original.ok && original.signed.kind === 'request' && (await isGenuine(original.signed))).toBe(true)
  for (let place = 0; place < whole.length; place++) {
    for (const flip of [1, 0x80, 0xff]) {
      const changed = whole.slice()
      changed[place] = (changed[place] ?? 0) ^ flip
      const found = decodeSigned(toBase64Url(changed))
      if (found.ok && found.signed.kind === 'request')
        expect({ place, isGenuine: await isGenuine(found.signed) }).toEqual({ place, isGenuine: false })
    }
  }
})

test('any text at all is read or refused', () => {
  const bytes = fc.uint8Array({ maxLength: 600 }).map((rest) => toBase64Url(Uint8Array.of(1, ...rest)))
  fc.assert(
    fc.property(fc.oneof(fc.string(), bytes), (text) => {
      expect(typeof decodeSigned(text).ok).toBe('boolean')
    }),
  )
})
