import { type SmallStore, smallStore } from './storage.ts'
import { lockChannel, type TabChannel } from './tabChannel.ts'

/** The choices in 'Ajustes'. */
export const LOCK_MINUTES = [1, 5, 15, 60] as const
export type LockMinutes = (typeof LOCK_MINUTES)[number]

/** Unless the preferences say otherwise. */
export const DEFAULT_AUTO_LOCK_MINUTES: LockMinutes = 5

/** `elsewhere`: the user locked another tab, which locks all of them. */
export type LockReason = 'idle' | 'asked' | 'elsewhere'

type Options = {
  /** Milliseconds without activity. Read at each check, so that a change takes effect at once. */
  after: () => number
  /** Called once. Must drop every secret before it returns. */
  onLock: (reason: LockReason) => void
}

export type AutoLockParts = {
  /** The last activity in any tab (Unix time in ms). */
  activity: SmallStore
  /** When a tab was last locked on request, which a frozen tab finds when it wakes up. */
  lastLock: SmallStore
  clock: () => number
  channel: TabChannel
  page: EventTarget
}

export type AutoLock = {
  /** Locks this tab if it is due. Returns whether it is locked. */
  check: () => boolean
  /** Locks every tab. */
  lock: () => void
  stop: () => void
}

/** Posted by older builds. Each tab of this build knows its own deadline. */
const IDLE = 'idle'
const CHECK_INTERVAL_MS = 1_000
/** Throttles the writes, because `pointermove` fires many times a second. */
const ACTIVITY_WRITE_INTERVAL_MS = 1_000
/** Not only pointer and keys, because screen readers and input methods send clicks and text without them. */
const ACTIVITY_EVENTS =
  'pointerdown pointermove pointerup click keydown keyup beforeinput input change submit paste drop wheel'.split(' ')
/** `storage`: another tab recorded activity or was locked. */
const WAKE_EVENTS = ['visibilitychange', 'focus', 'pageshow', 'popstate', 'storage']

/**
 * Locks after a time without activity in any tab. Timers stop while a computer sleeps or a tab is frozen, so every event checks the
 * deadline first, and an event that finds it passed locks and has no other effect.
 */
export function startAutoLock({ after, onLock }: Options, parts: AutoLockParts = browserParts()): AutoLock {
  const { activity, lastLock, clock, channel, page } = parts
  const lockBefore = lastLock.read()
  let isLocked = false
  let lastActivity = clock()
  activity.write(String(lastActivity))

  const end = (reason: LockReason) => {
    stop()
    isLocked = true
    onLock(reason)
  }
  const isDue = () => clock() - lastActivity >= after()

  const check = () => {
    if (isLocked) return true
    if (lastLock.read() !== lockBefore) end('elsewhere')
    // Before it reads the activity of other tabs, so that a wallet unlocked later in another tab does not keep a frozen one open.
    else if (isDue()) end('idle')
    else {
      const stored = Number(activity.read() ?? Number.NaN)
      // Deleted, corrupt, or the clock was set back, which would delay the lock. Restart from now.
      lastActivity = stored <= clock() ? stored : clock()
      if (lastActivity !== stored) activity.write(String(lastActivity))
      if (isDue()) end('idle')
    }
    return isLocked
  }
  const onEvent = (event: Event) => {
    // Captured here, the focus of an element arrives while React renders.
    if (event.type === 'focus' && event.target !== page) return
    if (check()) {
      event.stopImmediatePropagation()
      if (event.type !== 'wheel') event.preventDefault()
    } else if (ACTIVITY_EVENTS.includes(event.type) && clock() - lastActivity >= ACTIVITY_WRITE_INTERVAL_MS) {
      lastActivity = clock()
      activity.write(String(lastActivity))
    }
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS)
  const stopListening = channel.listen((message) => (message === IDLE ? check() : end('elsewhere')))
  for (const type of [...ACTIVITY_EVENTS, ...WAKE_EVENTS])
    page.addEventListener(type, onEvent, { capture: true, passive: type === 'wheel' })

  const stop = () => {
    clearInterval(timer)
    stopListening()
    for (const type of [...ACTIVITY_EVENTS, ...WAKE_EVENTS]) page.removeEventListener(type, onEvent, { capture: true })
  }
  const lock = () => {
    if (isLocked) return
    // First, because this tab receives its own message too.
    stop()
    lastLock.write(String(clock()))
    channel.post('asked')
    end('asked')
  }
  return { check, lock, stop }
}

function browserParts(): AutoLockParts {
  return {
    activity: smallStore('lastActivity'),
    lastLock: smallStore('lastLock'),
    clock: () => Date.now(),
    channel: lockChannel,
    page: window,
  }
}
