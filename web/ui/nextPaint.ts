/** Resolves after the browser has drawn what React has just changed. A hidden page draws nothing and doesn't wait. */
export function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
