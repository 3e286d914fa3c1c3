/** What became of a secret on the clipboard: wiped, replaced by something else, or not to be known. */
export type ClipboardOutcome = 'cleared' | 'replaced' | 'unknown'

const KEPT_FOR = 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * A minute from now, wipes the clipboard if it still holds this text. Something else that is there is left alone, and
 * where the page may not look it doesn't touch it. Only a hash of the text is kept for that long.
 */
export async function clearClipboardLater(text: string, tell: (outcome: ClipboardOutcome) => void): Promise<void> {
  const digest = await sha256(text)
  clearTimeout(timer)
  timer = setTimeout(async () => tell(await clearIfStill(digest).catch(() => 'unknown' as const)), KEPT_FOR)
}

async function clearIfStill(digest: string): Promise<ClipboardOutcome> {
  if (!document.hasFocus() || !(await mayRead())) return 'unknown'
  if ((await sha256(await navigator.clipboard.readText())) !== digest) return 'replaced'
  await navigator.clipboard.writeText('')
  return 'cleared'
}

// Asked first, because an attempt would show a question that nobody expects.
async function mayRead(): Promise<boolean> {
  const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
  return state === 'granted'
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash)).join()
}
