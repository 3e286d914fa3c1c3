import { startVitest } from 'vitest/node'

const RUNS = 2_000

/** The state machine test of the outbox, many times over. */
export async function outbox(): Promise<boolean> {
  process.env.OUTBOX_RUNS = String(RUNS)
  const vitest = await startVitest('test', ['web/chain/send/outboxMachine.test.ts'], { run: true, testTimeout: 3_600_000 })
  const failed = vitest.state.getCountOfFailedTests()
  const passed = vitest.state.getTestModules().some((module) => module.ok())
  await vitest.close()
  return failed === 0 && passed
}
