import { startVitest } from 'vitest/node'

const RUNS = 2_000

/** The state machine test of the outbox, many times over. */
export async function outbox(): Promise<boolean> {
  process.env.OUTBOX_RUNS = String(RUNS)
  const vitest = await startVitest('test', ['web/chain/send/outboxMachine.test.ts'], { run: true, testTimeout: 3_600_000 })
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  // A worker that dies leaves tests that have not failed.
  const areDone = tests.length > 0 && tests.every((test) => test.result().state === 'passed')
  const isWhole = vitest.state.getUnhandledErrors().length === 0
  await vitest.close()
  return areDone && isWhole
}
