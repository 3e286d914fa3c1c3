// Runs before the first import of the app, which reads its node and its contract from the environment.
import { timeoutManager } from '@tanstack/query-core'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'

Object.assign(import.meta.env, await commands.settings())
pollOften()
const { forgetVisit } = await import('./mount.tsx')

/** A component test fails where the app complains in the console. */
let complaints: unknown[][] = []
beforeEach(() => {
  complaints = []
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation((...args) => complaints.push(args))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})

// Here and not in mount.tsx, which is evaluated for the first file alone.
afterEach(async () => {
  pollOften()
  const { forgetVisit } = await import('./mount.tsx')
  await forgetVisit()
})

// Here and not beside the function: this file runs for every test file, all others once for the page that they share. And last:
// hooks run in reverse, and the check above throws.
afterEach(forgetVisit)

/** The app asks the network every few seconds, and most tests would spend their time waiting for that. Other timers stay as they are. */
function pollOften() {
  const { setInterval: every } = window
  const sooner = (ms = 0) => (ms >= 2_000 ? ms / 10 : ms)
  window.setInterval = ((run: TimerHandler, ms?: number, ...args: unknown[]) => every(run, sooner(ms), ...args)) as typeof every
  timeoutManager.setTimeoutProvider({
    setTimeout: (run, ms) => window.setTimeout(run, sooner(ms)),
    setInterval: (run, ms) => window.setInterval(run, ms),
    clearTimeout: (id) => window.clearTimeout(id),
    clearInterval: (id) => window.clearInterval(id),
  })
}
