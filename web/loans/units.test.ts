import type { Address } from 'viem'
import { expectTypeOf, test } from 'vitest'
import { amount, wei } from '../chain/outbox/fields.ts'
import type { Sender } from '../chain/send/createSender.ts'
import type { feeToAgree } from '../chain/send/refusal.ts'
import type { Command } from '../commands/command.ts'
import { byPermit, type Money, NO_MONEY, type Rules } from '../commands/rules.ts'
import { type SendDollars, type SendEther, sendDollars, sendEther } from '../commands/send/send.ts'
import type { useCommand } from '../commands/useCommand.ts'
import type { useQuote } from '../commands/useQuote.ts'
import type { eth, money } from '../text/format.ts'
import { checkTransfer } from './transfer.ts'
import type { Dollars, Wei } from './units.ts'

const [ether, dollars]: [Wei, Dollars] = [3n, 5n]
const to: Address = '0x00000000000000000000000000000000000000ee'

test('wei cannot be passed for dollars, nor dollars for wei; plain numbers fit both', () => {
  expectTypeOf<Wei>().not.toExtend<Dollars>()
  expectTypeOf<Dollars>().not.toExtend<Wei>()
  expectTypeOf<bigint>().toExtend<Wei>()
  expectTypeOf<bigint>().toExtend<Dollars>()
  expectTypeOf<Wei>().not.toExtend<Parameters<typeof money>[0]>()
  expectTypeOf<Dollars>().not.toExtend<Parameters<typeof eth>[0]>()
})

test('a command carries money in its own unit', () => {
  const sent: Command[] = [
    { kind: 'sendEther', to, amount: ether },
    { kind: 'sendDollars', to, amount: dollars },
    // @ts-expect-error: dollars as ether
    { kind: 'sendEther', to, amount: dollars },
    // @ts-expect-error: ether as dollars
    { kind: 'sendDollars', to, amount: ether },
    // @ts-expect-error: ether as dollars
    { kind: 'withdraw', amount: ether },
  ]
  expectTypeOf(sent).toExtend<readonly Command[]>()
  expectTypeOf<{ [K in AmountKind]: AmountOf<K> }>().toEqualTypeOf<{
    sendEther: Wei
    sendDollars: Dollars
    repay: Dollars
    recordPayment: Dollars
    withdraw: Dollars
  }>()
  expectTypeOf<Extract<Command, { kind: 'createOffer' }>['offer']['principal']>().toEqualTypeOf<Dollars>()
  expectTypeOf<Extract<Command, { kind: 'repaySigned' }>['payment']['amount']>().toEqualTypeOf<Dollars>()
})

type AmountKind = Extract<Command, { amount: bigint }>['kind']
type AmountOf<K extends AmountKind> = Extract<Command, { kind: K; amount: bigint }>['amount']

test('the rules of a command take and keep its money in its own unit', () => {
  const swapped: Rules<SendEther> = {
    ...sendEther,
    // @ts-expect-error: ether as dollars
    money: ({ amount }) => ({ ...NO_MONEY, dollars: amount }),
    // @ts-expect-error: dollars as ether
    kept: { ...sendEther.kept, amount },
  }
  const swappedDollars: Rules<SendDollars> = {
    ...sendDollars,
    // @ts-expect-error: dollars as ether
    money: ({ amount }) => ({ ...NO_MONEY, ether: amount }),
    // @ts-expect-error: ether as dollars
    kept: { ...sendDollars.kept, amount: wei },
  }
  expectTypeOf([swapped, swappedDollars]).toBeArray()
  // @ts-expect-error: ether is not taken by a permit
  byPermit(ether)
  expectTypeOf<Money>().toEqualTypeOf<{ ether: Wei; dollars: Dollars; permitted: Dollars }>()
  // @ts-expect-error: the most that there is, in another unit
  checkTransfer<Wei>({ ok: true, value: ether }, dollars)
})

test('a fee is wei from the quote to the signature, and cannot be passed for an amount of dollars', () => {
  type Fee = NonNullable<Awaited<ReturnType<Sender['quote']>>>['fee']
  expectTypeOf<Fee>().toEqualTypeOf<Wei>()
  expectTypeOf<Fee>().not.toExtend<AmountOf<'repay'>>()
  expectTypeOf<Awaited<ReturnType<Sender['quoteReplacement']>>['fee']>().toEqualTypeOf<Wei>()
  expectTypeOf<Parameters<Sender['send']>[2]>().toEqualTypeOf<Wei | undefined>()
  expectTypeOf<Parameters<Sender['replace']>[2]>().toEqualTypeOf<Wei | undefined>()
  expectTypeOf<Parameters<ReturnType<typeof useCommand>['run']>[1]>().toEqualTypeOf<() => Promise<Wei | undefined>>()
  expectTypeOf<ReturnType<typeof useQuote>['fee']>().toEqualTypeOf<Wei | undefined>()
  expectTypeOf<ReturnType<typeof feeToAgree>>().toEqualTypeOf<Wei | undefined>()
})
