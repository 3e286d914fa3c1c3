/** `replaced`: the clipboard holds something else by now. `unknown`: the page may not read it, so it was left alone. */
export type ClipboardOutcome = 'cleared' | 'replaced' | 'unknown'

const CLEAR_AFTER_MS = 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Clears the clipboard a minute from now, but only if it still holds this text. Keeps a hash of the text meanwhile, not the
 * text. A second call cancels the first, whose `tell` is then never called.
 */
export async function clearClipboardLater(text: string, tell: (outcome: ClipboardOutcome) => void): Promise<void> {
  const digest = await sha256(text)
  clearTimeout(timer)
  timer = setTimeout(async () => tell(await clearIfStill(digest).catch(() => 'unknown' as const)), CLEAR_AFTER_MS)
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
