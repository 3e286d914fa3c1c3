import { expect, test } from 'vitest'
import { faults } from '../../../e2e/support/node.ts'
import type { Command } from '../../commands/command.ts'
import type { Several } from '../../commands/several/several.ts'
import { DOLLAR, type Offer } from '../../loans/loan.ts'
import {
  ana,
  client,
  dollarsOf,
  faucet,
  loseRace,
  luis,
  newest,
  node,
  open,
  publish,
  transactionsOf,
  withSenders,
} from './senders.testing.ts'

withSenders()

async function publishThree(tab: ReturnType<typeof open>): Promise<[Offer, Offer, Offer]> {
  const one = async (dollars: number) => {
    await tab.done(publish(dollars))
    return (await newest()) as Offer
  }
  await faucet(ana)
  return [await one(100), await one(40), await one(60)]
}

const cancelling = (...[first, ...rest]: [Offer, ...Offer[]]): Several => {
  const part = (offer: Offer) => ({ kind: 'cancelOffer', offer }) as const
  return { kind: 'several', parts: [part(first), ...rest.map(part)] }
}

const statuses = async (offers: readonly Offer[]) => Promise.all(offers.map(async ({ id }) => (await newest(id)).status))

test('three offers are cancelled by one transaction, within the quoted fee', async () => {
  const tab = open(ana)
  const offers = await publishThree(tab)
  const command = cancelling(...offers)
  expect(await tab.sender.findRefusals(command.parts)).toEqual([undefined, undefined, undefined])
  const [before, had] = [await transactionsOf(ana), await dollarsOf(ana)]
  await tab.sender.send('all', command, await tab.sender.quote(command))
  await tab.sender.settleAll()
  expect(tab.entry('all').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  expect(await statuses(offers)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect([await transactionsOf(ana), await dollarsOf(ana)]).toEqual([before + 1, had + 200n * DOLLAR])
})

test('with an offer that was taken meanwhile it is refused, which is found, and the other two are cancelled', async () => {
  const tab = open(ana)
  const offers = await publishThree(tab)
  const [first, taken, last] = offers
  await open(luis).done({ kind: 'acceptOffer', offer: taken })
  const command = cancelling(...offers)
  const refusal = { name: 'OfferNotOpen', args: [taken.id, 2] }
  for (const attempt of [tab.sender.quote(command), tab.sender.send('all', command)]) {
    await expect(attempt).rejects.toMatchObject({ refusal })
  }
  expect(tab.signed).toHaveLength(3)
  expect(await tab.sender.findRefusals(command.parts)).toEqual([undefined, refusal, undefined])
  await tab.done(cancelling(first, last))
  expect(await statuses(offers)).toEqual(['cancelled', 'active', 'cancelled'])
})

test('an offer that is taken in the same block undoes all; what is left can be cancelled', async () => {
  const tab = open(ana)
  const offers = await publishThree(tab)
  const [first, taken, last] = offers
  await client.setAutomine(false)
  await tab.sender.send('all', cancelling(...offers))
  await loseRace(taken)
  await tab.sender.settleAll()
  const refusal = { name: 'OfferNotOpen' }
  expect(tab.entry('all').stage).toMatchObject({ at: 'done', outcome: { kind: 'reverted', refusal } })
  expect(await statuses(offers)).toEqual(['open', 'active', 'open'])

  await client.setAutomine(true)
  const found = await tab.sender.findRefusals(cancelling(...offers).parts)
  expect(found).toEqual([undefined, expect.objectContaining(refusal), undefined])
  await tab.done(cancelling(first, last))
  expect(await statuses(offers)).toEqual(['cancelled', 'active', 'cancelled'])
})

test('an offer that is another one since a reorganisation is found', async () => {
  const tab = open(ana)
  const [first, second] = await publishThree(tab)
  const parts: readonly Command[] = cancelling(first, { ...second, principal: 5n * DOLLAR }).parts
  expect(await tab.sender.findRefusals(parts)).toEqual([undefined, { name: 'LoanChanged', args: [] }])
})

test('a node that does not answer refuses none of them', async () => {
  const tab = open(ana)
  const offers = await publishThree(tab)
  node.breakWith(faults.hangUp)
  expect(await tab.sender.findRefusals(cancelling(...offers).parts)).toEqual([undefined, undefined, undefined])
})
