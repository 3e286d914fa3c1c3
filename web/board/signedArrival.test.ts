import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { askByLink, collect, fundByLink, payByLink, takeBack } from '../../e2e/support/byLink.ts'
import { of } from '../../e2e/support/forged.ts'
import { faults } from '../../e2e/support/node.ts'
import { pay } from '../../e2e/support/others.ts'
import { encodeSigned } from '../chain/signed/signedText.ts'
import { linkIn, linkToSigned } from '../loans/link.ts'
import { DOLLAR } from '../loans/loan.ts'
import type { Signed } from '../loans/signed.ts'
import { fromBase64Url, toBase64Url } from '../wallet/vault/bytes.ts'
import { client, lend, node, openBoard, passOnChain, withBoards, withIntervals, world } from './boards.testing.ts'

const { ana, luis, eva } = people

withBoards()

/** The link as whoever was sent it has it. */
const linkTo = (text: string) => linkIn(new URL(linkToSigned(text, 'https://entrepares.example'))) ?? ''

const arrivalOf = async (signed: Signed | string, who = ana) => {
  const board = openBoard(who, { link: linkTo(typeof signed === 'string' ? signed : encodeSigned(signed)) })
  return (await board.until(({ arrival }) => arrival)).arrival
}

describe('a request by link', () => {
  test('opens for whoever it may be for, with the record of who asks', async () => {
    const request = await askByLink(world, luis, { note: 'Para la moto' })
    expect(await arrivalOf(request)).toEqual({ kind: 'lend', request, record: expect.objectContaining({ taken: 0 }) })
    const hers = await askByLink(world, luis, { lender: ana.address })
    expect(await arrivalOf(hers)).toMatchObject({ kind: 'lend', request: hers })
    expect(await arrivalOf(hers, eva)).toEqual({ kind: 'unusable', of: 'request', why: 'forAnother' })
    expect(await arrivalOf(hers, luis)).toEqual({ kind: 'ownSigned', signed: hers })
  })

  test('that was used, voided or is late says which', async () => {
    const used = await askByLink(world, luis)
    await fundByLink(world, eva, used)
    const voided = await askByLink(world, luis)
    await takeBack(world, luis, voided)
    const late = await askByLink(world, luis, { seconds: 60 })
    await passOnChain(61)
    for (const [signed, why] of [
      [used, 'used'],
      [voided, 'voided'],
      [late, 'expired'],
    ] as const) {
      expect(await arrivalOf(signed)).toEqual({ kind: 'unusable', of: 'request', why })
      expect(await arrivalOf(signed, luis)).toEqual({ kind: 'unusable', of: 'request', why })
    }
  })

  test('of another chain, another contract or another signer opens nothing', async () => {
    const request = await askByLink(world, luis)
    const foreign = { kind: 'unusable', of: 'request', why: 'foreign' }
    expect(await arrivalOf({ ...request, chainId: 11_155_111 })).toEqual(foreign)
    expect(await arrivalOf({ ...request, book: eva.address })).toEqual(foreign)
    const changed = { kind: 'unusable', of: 'request', why: 'changed' }
    expect(await arrivalOf({ ...request, borrower: eva.address })).toEqual(changed)
    expect(await arrivalOf({ ...request, principal: DOLLAR })).toEqual(changed)
  })

  test('in my own name that I did not sign is never taken for mine, whatever a node says of my account', async () => {
    const { signature } = await askByLink(world, eva)
    const forged = { ...(await askByLink(world, luis)), signature }
    const yes = `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3` as const
    await client.setCode({ address: luis.address, bytecode: yes })
    expect(await arrivalOf(forged)).toMatchObject({ kind: 'lend' })
    expect(await arrivalOf(forged, luis)).toEqual({ kind: 'unusable', of: 'request', why: 'changed' })
  })

  test('that was cut, or is of a later version, says so', async () => {
    const text = encodeSigned(await askByLink(world, luis))
    const later = fromBase64Url(text)
    later[0] = 2
    expect(await arrivalOf(text.slice(0, 100))).toEqual({ kind: 'unusable', of: undefined, why: 'cut' })
    expect(await arrivalOf('')).toEqual({ kind: 'unusable', of: undefined, why: 'cut' })
    expect(await arrivalOf(`${text}?`)).toEqual({ kind: 'unusable', of: undefined, why: 'changed' })
    expect(await arrivalOf(toBase64Url(later))).toEqual({ kind: 'unusable', of: undefined, why: 'newer' })
  })

  test('is not shown until all is known of it', async () => {
    const request = await askByLink(world, luis)
    const { pass } = withIntervals()
    node.breakWith(of('personOf', faults.httpError), 'eth_call')
    const board = openBoard(ana, { link: linkTo(encodeSigned(request)) })
    await board.until(({ dashboard }) => dashboard)
    await pass(5)
    expect(board.get().arrival).toBeUndefined()
    await node.heal()
    await pass(10)
    expect((await board.until(({ arrival }) => arrival)).arrival).toMatchObject({ kind: 'lend' })
  })
})

describe('a payment by link', () => {
  const owing = () => lend(ana, luis, { principal: 100n * DOLLAR })

  test('opens for the lender of its loan alone', async () => {
    const payment = await payByLink(world, luis, await owing(), 40n * DOLLAR)
    expect(await arrivalOf(payment)).toMatchObject({ kind: 'collect', payment, loan: { id: payment.loanId, status: 'active' } })
    expect(await arrivalOf(payment, eva)).toEqual({ kind: 'unusable', of: 'payment', why: 'forAnother' })
    expect(await arrivalOf(payment, luis)).toEqual({ kind: 'ownSigned', signed: payment })
  })

  test('that was collected, voided, is late or not owed any more says which', async () => {
    const id = await owing()
    const collected = await payByLink(world, luis, id, 40n * DOLLAR)
    await collect(world, ana, collected)
    const voided = await payByLink(world, luis, id, 40n * DOLLAR)
    await takeBack(world, luis, voided)
    const late = await payByLink(world, luis, id, 40n * DOLLAR, 60)
    const needless = await payByLink(world, luis, id, 40n * DOLLAR)
    await passOnChain(61)
    await pay(world, luis, id, 1_000n * DOLLAR)
    for (const [signed, why] of [
      [collected, 'used'],
      [voided, 'voided'],
      [late, 'expired'],
      [needless, 'over'],
    ] as const) {
      expect(await arrivalOf(signed)).toEqual({ kind: 'unusable', of: 'payment', why })
    }
  })

  test('of another loan, amount or lender than was signed opens nothing', async () => {
    const [id, other] = [await owing(), await owing()]
    const payment = await payByLink(world, luis, id, 40n * DOLLAR)
    const changed = { kind: 'unusable', of: 'payment', why: 'changed' }
    for (const change of [{ loanId: other }, { amount: 41n * DOLLAR }, { lender: eva.address }, { until: payment.until + 1 }]) {
      expect(await arrivalOf({ ...payment, ...change })).toEqual(changed)
    }
  })
})

test('whatever byte of a link is changed, it opens nothing', { tags: 'long' }, async () => {
  const whole = fromBase64Url(encodeSigned(await askByLink(world, luis, { note: 'Para la moto' })))
  const places = fc.sample(fc.integer({ min: 0, max: whole.length - 1 }), 40)
  for (const place of places) {
    const changed = whole.slice()
    changed[place] = (changed[place] ?? 0) ^ 0x11
    expect({ place, ...(await arrivalOf(toBase64Url(changed))) }).toMatchObject({ place, kind: 'unusable' })
  }
})
