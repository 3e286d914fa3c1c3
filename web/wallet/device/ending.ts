import { smallStore } from './storage.ts'

/** Data in the memory of this page alone: a reload or a closed tab loses it. `newPhrase` was shown, but not confirmed. */
export type Unsaved = 'newPhrase' | 'importedPhrase' | 'visitWallet'

const ENDINGS = ['newPhrase', 'importedPhrase', 'visitWallet', 'visitWalletIdle', 'visitWalletElsewhere', 'idle'] as const

/** Loss on an earlier page of this tab, or why it locked. None for a wallet that a person locked. */
export type Ending = (typeof ENDINGS)[number]

/*
 * In session storage, because memory ends with the page. Unsaved data is noted as soon as there is any, not when the page is
 * left: a crash fires no event. The note says nothing about the phrase itself.
 */
const store = smallStore('ending', 'visit')

export function readEnding(): Ending | undefined {
  const text = store.read()
  return ENDINGS.find((ending) => ending === text)
}

export function writeEnding(ending: Ending | undefined): void {
  if (ending) store.write(ending)
  else store.remove()
}

/** The browser asks before it leaves or reloads the page. Returns the function that ends this. */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
