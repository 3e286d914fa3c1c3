import type { Address } from 'viem'
import { pathOf } from '../routes.ts'
import { createListeners } from '../store.ts'
import { type AutoLock, type AutoLockParts, type LockReason, startAutoLock } from '../wallet/device/autoLock.ts'
import { clearClipboardToLock } from '../wallet/device/clipboard.ts'
import { askBeforeUnload, type Ending, readEnding, type Unsaved, writeEnding } from '../wallet/device/ending.ts'
import { preferences } from '../wallet/device/preferences.ts'
import type { Credentials } from '../wallet/vault/vault.ts'

/** A wallet whose phrase was confirmed or came out of the vault. */
export type Wallet = {
  phrase: string
  address: Address
  /** The vault's data key. Undefined: a wallet of this visit only. */
  dataKey: CryptoKey | undefined
  /** By PIN and password, on /login: then a passkey may be offered. */
  isUnlocked?: boolean
  /** PIN and password were chosen in this session and not typed again since. */
  isPinNew?: boolean
}

export type SessionState = {
  /** The seed phrase until the wallet is open, in memory only: a reload loses it. Empty: none. */
  phrase: string
  /** What losing the phrase would lose. Undefined: a new phrase that was neither shown nor copied, or none. */
  noted: Exclude<Unsaved, 'visitWallet'> | undefined
  /** PIN and password as chosen on a device without a vault, until the phrase is sealed with them. */
  credentials: Credentials | undefined
  wallet: Wallet | undefined
  /** Earlier loss, or why the wallet locked. Undefined also once it was told and no longer matters. */
  ending: Ending | undefined
  /** Final: what comes afterwards is another document. */
  isLocked: boolean
}

type Parts = {
  /** Calls `notify` and returns once everything on screen matches the new state. */
  draw: (notify: () => void) => void
  autoLock?: AutoLockParts
  leave?: () => void
}

const MINUTE_MS = 60_000
/** Before the wallet is open, as long as it may take to write down twelve words. */
const PHRASE_LOCKS_AFTER_MS = 15 * MINUTE_MS

const NO_SECRETS = { phrase: '', noted: undefined, credentials: undefined, wallet: undefined } as const

/**
 * Holds the secrets of this tab: none, a phrase, an open wallet. From the first phrase on, a time without activity locks it. Locking
 * drops all of them and clears the screen before it returns; then it clears the clipboard and loads a new document. Whether that
 * document ever loads makes no difference.
 */
export function createSession({ draw, autoLock: autoLockParts, leave = () => location.replace(pathOf('/login')) }: Parts) {
  let state: SessionState = { ...NO_SECRETS, ending: readEnding(), isLocked: false }
  const listeners = createListeners()
  let autoLock: AutoLock | undefined
  let stopAsking = () => {}
  let stopLeaving = () => {}

  const set = (changes: Partial<SessionState>) => {
    // Work that ends after the lock opens nothing.
    if (state.isLocked) return
    const before = unsavedIn(state)
    state = { ...state, ...changes }
    const unsaved = unsavedIn(state)
    if (unsaved !== before) {
      stopAsking()
      stopAsking = unsaved ? askBeforeUnload() : () => {}
      if (unsaved) writeEnding(unsaved)
    }
    // A wallet that is kept: earlier losses no longer matter.
    if (state.wallet && !unsaved) writeEnding(undefined)
    if (state.phrase || state.wallet) autoLock ??= startAutoLock({ after: lockAfter, onLock }, autoLockParts)
    else stopAutoLock()
    listeners.notify()
  }

  const lockAfter = () => (state.wallet ? preferences.read().lockAfterMinutes * MINUTE_MS : PHRASE_LOCKS_AFTER_MS)
  const stopAutoLock = () => {
    autoLock?.stop()
    autoLock = undefined
  }

  const onLock = (reason: LockReason) => {
    const ending = endingOf(reason, unsavedIn(state))
    state = { ...NO_SECRETS, ending, isLocked: true }
    // An open dialog has an entry of its own. Closing it would go back, and race with the new document.
    history.replaceState(null, '')
    try {
      draw(listeners.notify)
    } finally {
      // The browser's question would hold up the new document.
      stopAsking()
      writeEnding(ending)
      clearClipboardToLock().finally(goAway)
    }
  }

  const goAway = () => {
    // Again after Back, which cancels it.
    addEventListener('popstate', leave)
    stopLeaving = () => removeEventListener('popstate', leave)
    leave()
  }

  return {
    get: () => state,
    subscribe: listeners.add,
    /** Drops every secret too, because nothing watches the deadline any more: a screen that failed replaces the app. */
    stop: () => {
      state = { ...state, ...NO_SECRETS }
      stopAutoLock()
      stopAsking()
      stopLeaving()
    },
    setPhrase: (phrase: string, origin?: 'imported') =>
      // No ending if another phrase replaces it, because the user asked for that.
      set({
        phrase,
        noted: origin && 'importedPhrase',
        ...(state.noted && !phrase && { ending: state.noted }),
      }),
    /** The words of a new phrase were shown or copied: from then on losing it matters. */
    wordsSeen: () => set({ noted: state.noted ?? 'newPhrase' }),
    forgetEnding: () => set({ ending: undefined }),
    setCredentials: (credentials: Credentials) => set({ credentials }),
    open: (wallet: Wallet) => set({ ...NO_SECRETS, ending: undefined, wallet }),
    /** PIN and password were typed again, and open the vault. */
    pinChecked: () => state.wallet && set({ wallet: { ...state.wallet, isPinNew: false } }),
    /** The phrase of the open wallet, for a signature or a key. Throws once it is locked, and locks it if that is due. */
    secret: (): string => {
      autoLock?.check()
      if (!state.wallet) throw new Error('The wallet is locked')
      return state.wallet.phrase
    },
    /** In every tab. */
    lock: () => autoLock?.lock(),
  }
}

/** Data that only the memory of this page holds. */
function unsavedIn({ wallet, noted }: SessionState): Unsaved | undefined {
  return wallet && !wallet.dataKey ? 'visitWallet' : noted
}

function endingOf(reason: LockReason, lost: Unsaved | undefined): Ending | undefined {
  if (reason === 'asked') return undefined
  if (lost === 'visitWallet') return reason === 'idle' ? 'visitWalletIdle' : 'visitWalletElsewhere'
  return lost ?? (reason === 'idle' ? 'idle' : undefined)
}
