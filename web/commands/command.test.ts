import fc from 'fast-check'
import { decodeFunctionData, type Hex } from 'viem'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { News } from '../board/news/news.ts'
import { loanBookAbi, testDollarAbi } from '../chain/abi.ts'
import {
  activityOf,
  type Command,
  callFor,
  closesLoan,
  commandOn,
  decodeCommand,
  isEmpty,
  keyOf,
  loanOf,
  moneyFor,
  needsFaucet,
  partsOf,
  paymentIn,
  proposalOf,
  recipientOf,
  sideTaken,
  withdraws,
} from './command.ts'
import { samples } from './commands.testing.ts'

const account = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'
const book = '0xBBbBBBBbbBBbBbBBbBbbBbbbbBBBbbBBbbBBbbBB'
const token = '0xDddDDddDdDdddDDDDdDdDdddDdDdDDdddDDdDdDD'
const ours = { account, book, token } as const
const permit = { deadline: 5n, v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` } as const

const { acceptOffer, fundSigned, repay, repaySigned, sendDollars, sendEther } = samples
const person = sendEther.to
const terms = { principal: 150_000_000n, duration: 86_400n, apr: 1000n, instalments: 1n }
const nobody = '0x0000000000000000000000000000000000000000'

/** Target, and function with its arguments; undefined: no data at all. */
const CALLS: Record<Command['kind'], [to: string, call: [name: string, ...args: unknown[]] | undefined]> = {
  createOffer: [book, ['createOfferFor', nobody, terms, '', 0n]],
  acceptOffer: [book, ['acceptOfferWithTerms', 7n, acceptOffer.offer.lender, terms]],
  cancelOffer: [book, ['cancelOffer', 7n]],
  createRequest: [book, ['createRequest', nobody, terms, '', 30n]],
  cancelRequest: [book, ['cancelRequest', 7n]],
  fundRequest: [book, ['fundRequest', 7n, repay.loan.borrower, terms]],
  fundSigned: [
    book,
    [
      'fundSigned',
      { borrower: repay.loan.borrower, lender: nobody, terms, comment: '', number: 2n ** 127n + 5n, deadline: 1_765_800_000n },
      fundSigned.request.signature,
    ],
  ],
  repay: [book, ['repayLoan', 9n, repay.loan.lender, account, repay.amount]],
  repaySigned: [
    book,
    [
      'repaySigned',
      {
        id: 9n,
        lender: repay.loan.lender,
        borrower: repay.loan.borrower,
        payer: repay.loan.borrower,
        amount: 40_990_000n,
        number: 2n ** 127n + 5n,
        validAfter: 0n,
        validBefore: 1_765_800_001n,
      },
      repaySigned.payment.signature,
    ],
  ],
  voidSigned: [book, ['voidSigned', 2n ** 127n + 5n]],
  recordPayment: [book, ['recordPayment', 9n, repay.loan.borrower, 20_000_000n, 3_000_000n, 1_765_720_000n]],
  extend: [book, ['extend', 9n, repay.loan.borrower, 1_765_800_000n + 604_800n]],
  forgive: [book, ['forgive', 9n, repay.loan.borrower, 145_041_096n]],
  several: [
    book,
    [
      'multicall',
      [
        ['cancelOffer', 7n],
        ['cancelOffer', 8n],
      ],
    ],
  ],
  withdraw: [book, ['withdraw']],
  sendEther: [person, undefined],
  sendDollars: [token, ['transfer', person, sendDollars.amount]],
  faucet: [token, ['faucet']],
  annul: [account, undefined],
}

const all: Command[] = Object.values(samples)

describe.each(all)('$kind', (command) => {
  test('is one call, which carries what the person saw', () => {
    const [target, call] = CALLS[command.kind]
    const { permitted } = moneyFor(command)
    const { to, value, data } = callFor(command, ours, permit)
    expect([to, value]).toEqual([target, command.kind === 'sendEther' ? command.amount : 0n])
    if (permitted === 0n) return expect(data === '0x' ? undefined : decoded(data)).toEqual(call)
    expect(decoded(data)).toEqual(['multicall', [['permit', permitted, 5n, 27, permit.r, permit.s], call]])
  })

  test('needs a permit exactly where the book takes dollars', () => {
    const { permitted, dollars } = moneyFor(command)
    expect([0n, dollars]).toContain(permitted)
    if (permitted === 0n) return expect(callFor(command, ours, undefined)).toEqual(callFor(command, ours, permit))
    expect(() => callFor(command, ours, undefined)).toThrow('needs a permit')
  })

  test('is kept and read again as it was, and refused without any one of its fields', () => {
    expect(decodeCommand({ ...command, more: 1 })).toEqual(command)
    // Earlier builds did not keep the day of a recorded payment.
    const fields = Object.keys(command).filter((field) => field !== 'paidAt')
    for (const field of fields) expect(() => decodeCommand({ ...command, [field]: undefined })).toThrow()
  })
})

test('what was signed under wider limits than today’s opens', () => {
  const widest = { principal: 2n ** 56n - 1n, apr: 2 ** 16 - 1, duration: 2 ** 32 - 1, instalments: 255, note: 'x'.repeat(1_000) }
  const { createOffer, createRequest, extend } = samples
  for (const command of [
    { ...createOffer, offer: { ...createOffer.offer, ...widest, openDays: 255 } },
    { ...createRequest, request: { ...createRequest.request, ...widest, openDays: 255 } },
    { ...extend, loan: { ...extend.loan, ...widest }, extraTime: 2 ** 32 - 1 },
  ]) {
    expect(decodeCommand(command)).toEqual(command)
  }
})

test('a command of no known kind is refused, whatever it is', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void expect(() => decodeCommand(value)).toThrow()))
  for (const kind of ['toString', '', 1]) expect(() => decodeCommand({ kind })).toThrow()
})

test('equal commands have equal keys, and others have other ones', () => {
  expect(new Set(all.map(keyOf)).size).toBe(all.length)
  expect(keyOf({ ...repay, amount: 1n })).not.toBe(keyOf({ ...repay, amount: 2n }))
})

test('a command is about a loan, publishes one, sends to a person, or is about the account alone', () => {
  const kindsWith = (has: (command: Command) => unknown) => all.filter(has).map(({ kind }) => kind)
  const published = (command: Command) => proposalOf(command, 1n, account, 100)
  expect(kindsWith(published)).toEqual(['createOffer', 'createRequest'])
  expect(published(samples.createRequest)).toMatchObject({ borrower: account, openUntil: 100 + 30 * 86_400 })
  expect(kindsWith(recipientOf)).toEqual(['sendEther', 'sendDollars'])
  expect(kindsWith((command) => !loanOf(command) && !published(command) && !recipientOf(command))).toEqual([
    'fundSigned',
    'voidSigned',
    'several',
    'withdraw',
    'faucet',
    'annul',
  ])
  expect(kindsWith((command) => activityOf(command) === 'transfers')).toEqual(['sendEther', 'sendDollars', 'faucet', 'annul'])
  expect(all.map((command) => sideTaken(command)).filter(Boolean)).toEqual(['borrowed', 'lent'])
})

test('several commands carry signed payments and requests as well, and an empty list is refused', () => {
  const { several, cancelRequest } = samples
  const payments: Command = { ...several, parts: [repaySigned, { ...repaySigned, loan: { ...repaySigned.loan, id: 10n } }] }
  const requests: Command = { ...several, parts: [cancelRequest, cancelRequest] }
  for (const command of [payments, requests]) expect(decodeCommand(command)).toEqual(command)
  expect(decoded(callFor(payments, ours, undefined).data)).toEqual(['multicall', [CALLS.repaySigned[1], CALLS.repaySigned[1]]])
  for (const parts of [[], [several], [acceptOffer]]) expect(() => decodeCommand({ ...several, parts })).toThrow()
  expect(all.flatMap(partsOf)).toHaveLength(all.length + 1)
})

test('a card closes while the borrower acts on it, or what it asks for is being forgiven', () => {
  expect(all.filter(closesLoan).map(({ kind }) => kind)).toEqual(['acceptOffer', 'cancelRequest', 'repay', 'forgive'])
})

/** The news that a command is for the person on the other side, where it is any. */
const NEWS = {
  createOffer: 'offered',
  acceptOffer: 'taken',
  cancelOffer: undefined,
  createRequest: 'asked',
  cancelRequest: undefined,
  fundRequest: 'funded',
  fundSigned: 'funded',
  repay: 'paid',
  repaySigned: 'collected',
  voidSigned: undefined,
  recordPayment: undefined,
  extend: 'moreTime',
  forgive: 'forgiven',
  several: undefined,
  withdraw: undefined,
  sendEther: undefined,
  sendDollars: 'arrived',
  faucet: undefined,
  annul: undefined,
} as const satisfies Record<Command['kind'], News['kind'] | undefined>

/** The other news. */
const OF_TIME: Record<Exclude<News['kind'], (typeof NEWS)[Command['kind']]>, true> = {
  dueSoon: true,
  overdue: true,
  owedLate: true,
}

test('news come from a command of somebody else, or from time that went by', () => {
  expect(Object.keys(OF_TIME)).not.toEqual(expect.arrayContaining(Object.values(NEWS)))
})

/** The calls of a multicall are decoded too. */
function decoded(data: Hex): [string, ...unknown[]] {
  const { functionName, args = [] } = decodeFunctionData({ abi: [...loanBookAbi, ...testDollarAbi], data })
  return [functionName, ...(functionName === 'multicall' ? [(args[0] as Hex[]).map(decoded)] : args)]
}

test('a payment names its loan, its amount and my side of it; no other command has one', () => {
  const payments = Object.values(samples).flatMap((command) => {
    const payment = paymentIn(command)
    return payment ? [[command.kind, payment.side, payment.loan.id, payment.amount]] : []
  })
  const { recordPayment } = samples
  expect(payments).toEqual([
    ['repay', 'borrowed', repay.loan.id, repay.amount],
    ['repaySigned', 'lent', repaySigned.loan.id, repaySigned.payment.amount],
    ['recordPayment', 'lent', recordPayment.loan.id, recordPayment.amount],
  ])
})

test('what is true of one command only is true of that one', () => {
  const kindsThat = (is: (command: Command) => boolean) =>
    Object.values(samples)
      .filter(is)
      .map(({ kind }) => kind)
  expect(kindsThat(isEmpty)).toEqual(['annul'])
  expect(kindsThat(needsFaucet)).toEqual(['faucet'])
  expect(kindsThat(withdraws)).toEqual(['withdraw'])
})

test('a command that uses or voids what somebody signed is found by it', () => {
  const { voidSigned } = samples
  const all = Object.values(samples)
  expect(commandOn(fundSigned.request, [fundSigned])).toBe(fundSigned)
  expect(commandOn(repaySigned.payment, [repaySigned])).toBe(repaySigned)
  expect(commandOn(voidSigned.signed, [voidSigned])).toBe(voidSigned)
  expect(commandOn({ ...fundSigned.request, number: 987_654n }, all)).toBeUndefined()
  type Found = NonNullable<ReturnType<typeof commandOn>>['kind']
  expectTypeOf<Found>().toEqualTypeOf<'fundSigned' | 'repaySigned' | 'voidSigned'>()
})
