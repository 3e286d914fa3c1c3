import { smallStore } from './storage.ts'

/** `replaced`: the clipboard holds something else by now. `unknown`: the page may not read it, so it was left alone. */
export type ClipboardOutcome = 'cleared' | 'replaced' | 'unknown'

const CLEAR_AFTER_MS = 60_000
/** Locking must not depend on a clipboard that never answers. */
const LOCK_WAITS_MS = 500

let timer: ReturnType<typeof setTimeout> | undefined
/** The hash of a phrase that was not seen cleared. In memory only: a hash in storage would identify the phrase. */
let uncleared: string | undefined

/** Set while a phrase may be on the clipboard. In session storage, because timer and hash end with the page. */
const mark = smallStore('phraseOnClipboard', 'visit')

/**
 * Clears the clipboard a minute from now, but only if it still holds this text. Keeps a hash of the text meanwhile, not the
 * text. A second call cancels the first, whose `tell` is then never called.
 */
export async function clearClipboardLater(text: string, tell: (outcome: ClipboardOutcome) => void): Promise<void> {
  mark.write('yes')
  const digest = await sha256(text)
  uncleared = digest
  clearTimeout(timer)
  timer = setTimeout(async () => tell(await clear(digest)), CLEAR_AFTER_MS)
}

/** The same at once, for a page that is about to be left. */
export async function clearClipboardToLock(): Promise<void> {
  if (uncleared === undefined) return
  await Promise.race([clear(uncleared), new Promise((resolve) => setTimeout(resolve, LOCK_WAITS_MS))])
}

/** Whether a phrase was copied or pasted in this tab and not seen cleared, also by an earlier page. */
export function mayHoldPhrase(): boolean {
  return mark.read() !== undefined
}

/** Overwrites the clipboard, whatever it holds. Only on a click, which needs no permission to read. */
export async function overwriteClipboard(): Promise<void> {
  await navigator.clipboard.writeText('')
  forgetCopiedPhrase()
}

export function forgetCopiedPhrase(): void {
  uncleared = undefined
  mark.remove()
}

async function clear(digest: string): Promise<ClipboardOutcome> {
  const outcome = await clearIfStill(digest).catch(() => 'unknown' as const)
  // Unless another text was copied meanwhile, which has its own hash.
  if (outcome !== 'unknown' && uncleared === digest) forgetCopiedPhrase()
  return outcome
}

async function clearIfStill(digest: string): Promise<ClipboardOutcome> {
  if (!document.hasFocus() || !(await mayRead())) return 'unknown'
  if ((await sha256(await navigator.clipboard.readText())) !== digest) return 'replaced'
  await navigator.clipboard.writeText('')
  return 'cleared'
}

// Without the permission, readText() would open a prompt that nobody expects. Some browsers reject this query: 'unknown'.
async function mayRead(): Promise<boolean> {
  const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
  return state === 'granted'
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash)).join()
}
