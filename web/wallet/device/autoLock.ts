import { type SmallStore, smallStore } from './storage.ts'
import { lockChannel, type TabChannel } from './tabChannel.ts'

/*
 * Locks after a time without activity in any tab. What counts is the stored time of the last activity, not a timer: a
 * laptop that slept is locked when it wakes, before the keystroke that woke it can count as activity.
 */

export type AutoLockOptions = {
  /** Milliseconds without activity. */
  after: number
  /** Called once, in every tab that is open. It must forget the phrase. */
  onLock: () => void
}

export type AutoLockParts = { store: SmallStore; clock: () => number; channel: TabChannel; page: EventTarget }

/** How often at most an activity is written down. */
const GRAIN = 1_000
const ACTIVITIES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']
const CHECK_EVERY = 1_000

/** Starts when the wallet is opened. Gives back `lock`, for now and in every tab, and `stop`, for when this tab is done. */
export function startAutoLock(
  { after, onLock }: AutoLockOptions,
  { store, clock, channel, page }: AutoLockParts = browserParts(),
): { lock: () => void; stop: () => void } {
  const lastActivity = () => {
    const at = Number(store.read() ?? Number.NaN)
    return Number.isFinite(at) ? at : undefined
  }
  const note = () => store.write(String(clock()))
  const isDue = () => {
    const at = lastActivity()
    // A clock that was set back would put the lock off: count from now.
    if (at === undefined || at > clock()) note()
    return at !== undefined && clock() - at >= after
  }

  // A tab that the browser froze may still be open, though its time is over: it must not live on by our activity.
  if (isDue()) channel.post()
  note()

  const lockHere = () => {
    stop()
    onLock()
  }
  const lock = () => {
    // This tab hears what it says itself: first it must stop listening.
    stop()
    channel.post()
    onLock()
  }
  const check = () => {
    if (isDue()) lock()
  }
  const onActivity = () => {
    if (isDue()) lock()
    else if (clock() - (lastActivity() ?? 0) >= GRAIN) note()
  }

  const timer = setInterval(check, CHECK_EVERY)
  const stopListening = channel.listen(lockHere)
  // In the capture phase: before the page does anything with the event.
  for (const activity of ACTIVITIES) page.addEventListener(activity, onActivity, { capture: true, passive: true })
  // Timers of a hidden tab are slow: look at once when it is shown again.
  for (const awakening of ['visibilitychange', 'focus', 'pageshow']) page.addEventListener(awakening, check, true)

  const stop = () => {
    clearInterval(timer)
    stopListening()
    for (const activity of ACTIVITIES) page.removeEventListener(activity, onActivity, true)
    for (const awakening of ['visibilitychange', 'focus', 'pageshow']) page.removeEventListener(awakening, check, true)
  }

  return { lock, stop }
}

function browserParts(): AutoLockParts {
  return { store: smallStore('lastActivity'), clock: Date.now, channel: lockChannel, page: window }
}
