import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeSigned } from '../chain/signed/signedText.ts'
import { DAY } from '../loans/loan.ts'
import type { SignedPayment, SignedRequest } from '../loans/signed.ts'
import { forgetSealed } from '../wallet/device/sealedTexts.ts'
import { storageOf } from '../wallet/device/storage.testing.ts'
import { SIGNED_LOCK } from '../wallet/device/storage.ts'
import golden from '../wallet/golden/signedOfVersion1.json' with { type: 'json' }
import { keyFor } from '../wallet/phrase/keyFor.ts'
import { anasPhrase, luisPhrase } from '../wallet/vault/vault.testing.ts'
import { openSignedBook, signedPart } from './signedBook.ts'
import { createSigned } from './signedStore.ts'

const me = '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25'
const luis = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const now = Math.floor(Date.now() / 1000)

const bound = {
  chainId: 11_155_111,
  book: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  number: 1n,
  until: now + 7 * DAY,
  signature: `0x${'5a'.repeat(65)}`,
} as const
const request: SignedRequest = {
  ...bound,
  kind: 'request',
  borrower: me,
  lender: undefined,
  principal: 50_000_000n,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 1,
  note: 'Para la moto',
}
const payment: SignedPayment = { ...bound, kind: 'payment', borrower: luis, lender: me, loanId: 9n, amount: 40_990_000n }

let kept: Map<string, string>
let visit: Map<string, string>

// No IndexedDB in Node: what is kept falls back to this localStorage, which the tests can inspect.
beforeEach(() => {
  kept = new Map()
  visit = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf(visit))
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => Promise<unknown>) => work() } })
})

const openKept = () => openSignedBook({ address: me, secret: () => anasPhrase, isKept: true })

test('what was signed is found again after a reload, the newest first, sealed, and storage tells nothing of it', async () => {
  await openKept().keep(request)
  await openKept().keep(payment)
  await openKept().keep(request)
  expect(await openKept().read()).toEqual([request, payment])
  expect([kept.size, visit.size]).toEqual([1, 0])
  for (const text of [...kept].flat())
    for (const plain of ['moto', me, encodeSigned(request).slice(0, 40)]) expect(text).not.toContain(plain)
})

test('what a wallet of this visit signed ends with it; once the wallet is kept, so is that', async () => {
  const forVisit = openSignedBook({ address: me, secret: () => anasPhrase, isKept: false })
  await forVisit.keep(request)
  expect([kept.size, visit.size]).toEqual([0, 1])
  expect(await openKept().read()).toEqual([request])
  expect([kept.size, visit.size]).toEqual([1, 0])
})

test('another wallet on this device sees nothing of it, and forgetting the device removes it', async () => {
  await openKept().keep(request)
  expect(await openSignedBook({ address: luis, secret: () => luisPhrase, isKept: true }).read()).toEqual([])
  await forgetSealed(SIGNED_LOCK, me, await keyFor('signed', anasPhrase))
  expect(await openKept().read()).toEqual([])
})

test('what is long over is dropped, and links of others never drive out my own', { tags: 'long' }, async () => {
  const old = { ...request, number: 2n, until: now - 31 * DAY }
  await openKept().keep(old)
  await openKept().keep(request)
  for (let number = 100n; number < 160n; number++) await openKept().keep({ ...payment, number })
  const all = await openKept().read()
  expect(all.filter(({ borrower }) => borrower === me)).toEqual([request])
  expect(all.filter(({ borrower }) => borrower === luis).map(({ number }) => number)).toEqual(
    Array.from({ length: 50 }, (_, place) => 159n - BigInt(place)),
  )
})

test('requests of strangers drive out no payment of my loans', { tags: 'long' }, async () => {
  await openKept().keep(payment)
  for (let number = 100n; number < 160n; number++) await openKept().keep({ ...request, borrower: luis, number })
  const all = await openKept().read()
  expect(all).toHaveLength(51)
  expect(all.at(-1)).toEqual(payment)
})

test('what was just signed is kept, however far ahead the clock of the device is', async () => {
  const old = { ...request, until: now - 100 * DAY }
  await openKept().keep(old)
  expect(await openKept().read()).toEqual([old])
})

test('one can be taken off', async () => {
  await openKept().keep(request)
  await openKept().keep(payment)
  await openKept().remove(request)
  expect(await openKept().read()).toEqual([payment])
})

describe('in a backup', () => {
  test('it is whole, and beside what is there already', async () => {
    await openKept().keep(request)
    const text = await signedPart({ address: me, secret: () => anasPhrase }).read()
    kept.clear()
    expect(await signedPart({ address: me, secret: () => anasPhrase }).read()).toBeUndefined()
    await openKept().keep(payment)
    await signedPart({ address: me, secret: () => anasPhrase }).write(text ?? '')
    expect(await openKept().read()).toEqual([request, payment])
  })

  test('one that makes no sense changes nothing', async () => {
    await openKept().keep(request)
    await expect(signedPart({ address: me, secret: () => anasPhrase }).write('{"version":1,"texts":["AQ"]}')).rejects.toThrow(
      'damaged',
    )
    expect(await openKept().read()).toEqual([request])
  })
})

describe('what cannot be read', () => {
  test('damaged: nothing is written over it; set aside, it is still there', async () => {
    await openKept().keep(request)
    const [[key, stored] = ['', '']] = [...kept]
    kept.set(key, `${stored.slice(0, -3)}AAA`)
    await expect(openKept().read()).rejects.toMatchObject({ trouble: 'damaged' })
    await expect(openKept().keep(payment)).rejects.toMatchObject({ trouble: 'damaged' })
    await openKept().setAsideDamaged()
    await openKept().keep(payment)
    expect(await openKept().read()).toEqual([payment])
    expect([...kept.values()]).toContain(`${stored.slice(0, -3)}AAA`)
  })

  test('the store says why, and shows nothing', async () => {
    const store = createSigned()
    await openKept().keep(request)
    const stop = store.open(openKept())
    await vi.waitFor(() => expect(store.get()).toEqual({ all: [request], trouble: undefined }))
    stop()
    const [[key, stored] = ['', '']] = [...kept]
    kept.set(key, `${stored.slice(0, -3)}AAA`)
    const later = createSigned()
    const stopLater = later.open(openKept())
    await vi.waitFor(() => expect(later.get()).toEqual({ all: [], trouble: 'damaged' }))
    stopLater()
  })
})

test('golden: what version 1 wrote opens', async () => {
  kept.set(golden.key, golden.stored)
  expect((await openKept().read()).map(encodeSigned)).toEqual(golden.texts)
})
