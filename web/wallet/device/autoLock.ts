import { type SmallStore, smallStore } from './storage.ts'
import { lockChannel, type TabChannel } from './tabChannel.ts'

/*
 * Auto-lock: locks the wallet after a time without activity in any tab. It compares a stored timestamp of the last activity
 * with the clock, because timers stop while a laptop sleeps. Every event checks that timestamp before it counts as activity,
 * so the key press that wakes the laptop locks the wallet instead of extending it.
 */

/** The choices in 'Ajustes'. */
export const LOCK_MINUTES = [1, 5, 15, 60] as const
export type LockMinutes = (typeof LOCK_MINUTES)[number]

/** Unless the preferences say otherwise. */
export const DEFAULT_AUTO_LOCK_MINUTES: LockMinutes = 5

export type AutoLockOptions = {
  /** Milliseconds without activity. Asked at each check, so that a change counts at once, in every tab. */
  after: () => number
  /** Called once in every open tab. Must drop the phrase from memory. */
  onLock: (reason: LockReason) => void
}

/** `elsewhere`: a person locked another tab, and with it all of them. */
export type LockReason = 'idle' | 'asked' | 'elsewhere'

export type AutoLockParts = { store: SmallStore; clock: () => number; channel: TabChannel; page: EventTarget }

const IDLE = 'idle'
/** Throttles the writes: `pointermove` fires many times a second. */
const ACTIVITY_WRITE_INTERVAL_MS = 1_000
const CHECK_INTERVAL_MS = 1_000
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']
const WAKE_EVENTS = ['visibilitychange', 'focus', 'pageshow']

/** Starts when the wallet is opened. Returns `lock`, which locks every tab now, and `stop`, which cleans up in this tab. */
export function startAutoLock(
  { after, onLock }: AutoLockOptions,
  { store, clock, channel, page }: AutoLockParts = browserParts(),
): { lock: () => void; stop: () => void } {
  const lastActivity = () => {
    const at = Number(store.read() ?? Number.NaN)
    return Number.isFinite(at) ? at : undefined
  }
  const recordActivity = () => store.write(String(clock()))
  const isDue = () => {
    const at = lastActivity()
    // A timestamp in the future means the clock was set back, which would delay the lock: restart from now.
    if (at === undefined || at > clock()) recordActivity()
    return at !== undefined && clock() - at >= after()
  }

  // A tab frozen by the browser may be overdue and still unlocked: lock it before our first timestamp would extend it.
  if (isDue()) channel.post(IDLE)
  recordActivity()

  const lockHere = (message: unknown) => {
    stop()
    onLock(message === IDLE ? 'idle' : 'elsewhere')
  }
  const lockAll = (reason: 'idle' | 'asked') => {
    // Stop listening first: this tab receives its own message too, and onLock must run once.
    stop()
    channel.post(reason)
    onLock(reason)
  }
  const check = () => {
    if (isDue()) lockAll(IDLE)
  }
  const onActivity = () => {
    if (isDue()) lockAll(IDLE)
    else if (clock() - (lastActivity() ?? 0) >= ACTIVITY_WRITE_INTERVAL_MS) recordActivity()
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS)
  const stopListening = channel.listen(lockHere)
  // Capture phase: an overdue wallet locks before the page handles the event.
  for (const event of ACTIVITY_EVENTS) page.addEventListener(event, onActivity, { capture: true, passive: true })
  // Browsers throttle timers in hidden tabs: check at once when the tab is shown again.
  for (const event of WAKE_EVENTS) page.addEventListener(event, check, true)

  const stop = () => {
    clearInterval(timer)
    stopListening()
    for (const event of ACTIVITY_EVENTS) page.removeEventListener(event, onActivity, true)
    for (const event of WAKE_EVENTS) page.removeEventListener(event, check, true)
  }

  return { lock: () => lockAll('asked'), stop }
}

function browserParts(): AutoLockParts {
  return { store: smallStore('lastActivity'), clock: Date.now, channel: lockChannel, page: window }
}
