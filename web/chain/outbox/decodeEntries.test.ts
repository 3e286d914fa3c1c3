import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOf } from '../../commands/command.ts'
import { samples } from '../../commands/commands.testing.ts'
import golden from '../../wallet/golden/outboxOfVersion1.json' with { type: 'json' }
import golden2 from '../../wallet/golden/outboxOfVersion2.json' with { type: 'json' }
import golden3 from '../../wallet/golden/outboxOfVersion3.json' with { type: 'json' }
import { decodeEntries, encodeEntries } from './decodeEntries.ts'

const entries = decodeEntries(golden.text)
const written = encodeEntries(entries)
const { version } = JSON.parse(written)

test('golden: every version that was written has a fixture, and every kind of command is in one', () => {
  const names = readdirSync(new URL('../../wallet/golden/', import.meta.url)).filter((name) => name.startsWith('outboxOf'))
  expect(names).toEqual(Array.from({ length: version }, (_, index) => `outboxOfVersion${index + 1}.json`))
  const kinds = new Set([golden, golden2, golden3].flatMap(({ text }) => decodeEntries(text)).map(({ command }) => command.kind))
  expect([...kinds].sort()).toEqual(Object.keys(samples).sort())
})

test('golden: every entry of version 1 is read, and written again it has lost nothing', () => {
  expect(entries.map(({ intent, command, stage }) => [intent, command.kind, stage.at])).toEqual([
    ['publish', 'createOffer', 'done'],
    ['cancel', 'cancelOffer', 'done'],
    ['accept', 'acceptOffer', 'done'],
    ['repay', 'repay', 'done'],
    ['ask', 'createRequest', 'done'],
    ['withdrawRequest', 'cancelRequest', 'done'],
    ['fund', 'fundRequest', 'done'],
    ['cash', 'recordPayment', 'done'],
    ['extend', 'extend', 'done'],
    ['forgive', 'forgive', 'done'],
    ['ether', 'sendEther', 'done'],
    ['dollars', 'sendDollars', 'done'],
    ['faucet', 'faucet', 'done'],
    ['withdraw', 'withdraw', 'done'],
    ['annul', 'annul', 'done'],
    ['waiting', 'createOffer', 'sent'],
    ['waitingTransfer', 'sendEther', 'sent'],
  ])
  expect(entries.at(-1)?.transactions.map(({ purpose }) => purpose)).toEqual(['do', 'do', 'annul'])
  expect(JSON.parse(written)).toMatchObject({ ...JSON.parse(golden.text), version })
})

test('golden: every entry of version 2, with what others signed, is read, and written again it has lost nothing', () => {
  const later = decodeEntries(golden2.text)
  expect(later.map(({ intent, stage }) => [intent, stage.at])).toEqual([
    ['fundSigned', 'done'],
    ['repaySigned', 'done'],
    ['voidSigned', 'sent'],
  ])
  expect(JSON.parse(encodeEntries(later))).toMatchObject({ ...JSON.parse(golden2.text), version })
})

test('golden: every entry of version 3, with several commands, is read and loses nothing', () => {
  const later = decodeEntries(golden3.text)
  expect(later.map(({ intent, command, stage }) => [intent, partsOf(command).map(({ kind }) => kind), stage.at])).toEqual([
    ['offers', ['cancelOffer', 'cancelOffer'], 'done'],
    ['requests', ['cancelRequest', 'cancelRequest'], 'sent'],
  ])
  expect(JSON.parse(encodeEntries(later))).toMatchObject({ ...JSON.parse(golden3.text), version })
})

test('golden: reads a recorded payment of an earlier build, without its day', () => {
  const cash = entries.find(({ intent }) => intent === 'cash')
  expect(cash?.command).toMatchObject({ kind: 'recordPayment', loan: { noted: 0n }, paidAt: undefined })
  expect(decodeEntries(written)).toEqual(entries)
})

test.each<[string, string, string]>([
  ['to no address', '"to":"0x', '"to":"0y'],
  ['of no amount', '"amount":{"$n":"250000000000000000"}', '"amount":1'],
  ['of more ether than there is', '{"$n":"250000000000000000"}', `{"$n":"${2n ** 97n}"}`],
])('a transfer %s is damaged', (_, part, other) => {
  expect(golden.text).toContain(part)
  expect(() => decodeEntries(golden.text.replace(part, other))).toThrow('OutboxDamaged')
})

test('a reason that has no words, such as an error of an earlier contract, does not make the rest unreadable', () => {
  const [last] = JSON.parse(golden.text).entries.slice(-1)
  const decoded = (stage: object) => decodeEntries(JSON.stringify({ version: 1, entries: [{ ...last, stage }] }))[0]?.stage
  const refusal = { name: 'Nonsense', args: [] }
  expect(decoded({ at: 'sent', waited: 1, problem: refusal })).toEqual({ at: 'sent', waited: 1 })
  const { hash } = last.transactions[0]
  const done = decoded({ at: 'done', outcome: { kind: 'reverted', refusal }, hash, block: { $n: '1' } })
  expect(done).toMatchObject({ outcome: { refusal: { name: 'Reverted', args: [] } } })
})

test('opens what earlier builds wrote of nonces far ahead, and of what had come to nothing', () => {
  const [last] = JSON.parse(golden.text).entries.slice(-1)
  const decoded = (stage: object) => decodeEntries(JSON.stringify({ version: 1, entries: [{ ...last, stage }] }))[0]
  const block = { $n: '1' }
  const { hash } = last.transactions[0]
  const free = { at: 'done', outcome: { kind: 'annulled', isFree: true }, hash, block }
  expect(decoded(free)?.stage).toEqual({ at: 'sent', waited: 0 })
  const far = { at: 'sent', waited: 1, problem: { name: 'NonceFar', args: [12] } }
  expect(decoded(far)?.stage).toEqual({ at: 'sent', waited: 1 })
  // It still asks before it is sent: so does what was signed long ago.
  const revived = decoded({ at: 'sent', waited: 1, problem: { name: 'Revived', args: [] } })
  expect(revived?.transactions.map(({ signedAt, signedOnDeviceAt }) => [signedAt, signedOnDeviceAt])).toEqual(
    last.transactions.map(() => [0, 0]),
  )
})

describe('damaged', () => {
  const refused = { refusal: { name: 'OutboxDamaged', args: [] } }

  test.each<[string, string | undefined]>([
    ['not unsealed', undefined],
    ['empty', ''],
    ['cut off', written.slice(0, -1)],
    ['null', 'null'],
    ['without a version', '{"entries":[]}'],
    ['of a version below the first', '{"version":0,"entries":[]}'],
    ['without entries', '{"version":1}'],
    ['a list of nothing', '[null]'],
  ])('%s', (_, text) => {
    expect(() => decodeEntries(text)).toThrow(expect.objectContaining(refused))
  })

  test.each<[string, string, string]>([
    ['an unknown command', '"kind":"faucet"', '"kind":"toString"'],
    ['a command without its loan', '"kind":"faucet"', '"kind":"withdraw"'],
    ['a loan of another status', '"status":"active"', '"status":"repaid"'],
    ['an address that is none', '"lender":"0x70', '"lender":"0xzz'],
    ['an interest above what the contract takes', '"apr":1000', '"apr":65536'],
    ['an amount that is no bigint', '{"$n":"20000000"}', '20000000'],
    ['an amount below zero', '{"$n":"20000000"}', '{"$n":"-20000000"}'],
    ['a date beyond all dates', '"dueAt":1797403723', '"dueAt":1e300'],
    ['a nonce that is no integer', '"nonce":11', '"nonce":11.5'],
    ['a nonce that its transactions do not have', '"nonce":11', '"nonce":12'],
    ['a hash of other bytes', '0x5690e3c2', '0x6690e3c2'],
    ['bytes of another hash', '0x02f86c82', '0x02f86c83'],
    ['an unknown purpose', '"purpose":"annul"', '"purpose":"double"'],
    ['an unknown stage', '"at":"sent"', '"at":"lost"'],
    ['an outcome that has no name', '"kind":"confirmed"', '"kind":""'],
    ['no intent', '"intent":"publish",', ''],
  ])('%s', (_, part, other) => {
    expect(written).toContain(part)
    expect(() => decodeEntries(written.replace(part, other))).toThrow(expect.objectContaining(refused))
  })

  test('waiting, but without a transaction to send', () => {
    const without = encodeEntries(entries.map((entry) => ({ ...entry, transactions: [] })))
    expect(() => decodeEntries(without)).toThrow(expect.objectContaining(refused))
  })

  test('any JSON whatever is read as entries or refused by name, and nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          expect(decodeEntries(JSON.stringify({ version: 1, entries: value }))).toEqual([])
        } catch (error) {
          expect(error).toMatchObject(refused)
        }
      }),
    )
  })
})

test('of a later version: not damaged, but newer', () => {
  for (const text of [`{"version":${version + 1},"entries":[]}`, `{"version":${version + 1},"anything":"else"}`]) {
    expect(() => decodeEntries(text)).toThrow(expect.objectContaining({ refusal: { name: 'OutboxNewer', args: [] } }))
  }
})
