// The app asks the network every few seconds, and most tests would spend their time waiting for that: here ten times as often. Other
// timers stay as they are. A module of its own, because it must run once for a page and setup.ts runs for every file.
import { timeoutManager } from '@tanstack/query-core'

const { setInterval: every } = window
const sooner = (ms = 0) => (ms >= 2_000 ? ms / 10 : ms)
window.setInterval = ((run: TimerHandler, ms?: number, ...args: unknown[]) => every(run, sooner(ms), ...args)) as typeof every
timeoutManager.setTimeoutProvider({
  setTimeout: (run, ms) => window.setTimeout(run, sooner(ms)),
  setInterval: (run, ms) => window.setInterval(run, ms),
  clearTimeout: (id) => window.clearTimeout(id),
  clearInterval: (id) => window.clearInterval(id),
})
