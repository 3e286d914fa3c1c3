import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { lock, socketPath } from './lock.ts'

test.each([
  ['for the first time', () => {}],
  // A file that nobody listens on, as a killed process leaves it.
  ['after a crash', (path: string) => writeFileSync(path, '')],
  ['after a crash in the middle of cleaning up after one', crashedTwice],
])('of many that start at the same moment %s, one gets the lock and the others are told of it', async (_, prepare) => {
  const file = `/none/${randomUUID()}.jsonl`
  prepare(socketPath(file))
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => lock(file)))
  for (const result of results) if (result.status === 'fulfilled') onTestFinished(result.value)

  const refusals = results.filter(({ status }) => status === 'rejected')
  expect(refusals).toHaveLength(5)
  for (const refusal of refusals) {
    const reason = new Error(`The embedded chain is in use by process ${process.pid}. End that one first.`)
    expect(refusal).toEqual({ status: 'rejected', reason })
  }
})

test('a lock that is released leaves nothing behind and can be taken again', async () => {
  const file = `/none/${randomUUID()}.jsonl`
  for (const _ of [1, 2]) {
    await (await lock(file))()
    expect(existsSync(socketPath(file))).toBe(false)
  }
})

function crashedTwice(path: string) {
  writeFileSync(path, '')
  mkdirSync(`${path}.removal`)
  utimesSync(`${path}.removal`, 0, 0)
}
