/** Resolves after the next paint. At once in a hidden page, where requestAnimationFrame never fires. */
export function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
