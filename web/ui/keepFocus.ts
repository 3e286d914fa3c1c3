/**
 * Remembers where the focus is. What it gives back is called when a dialog has closed: if the button that opened it is gone
 * since, the focus goes to the title of the section in which it stood, rather than to the top of the page.
 */
export function keepFocus(): () => void {
  const title = document.activeElement?.closest('section')?.querySelector('h2')
  return () => {
    setTimeout(() => {
      if (!title || document.activeElement !== document.body) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    })
  }
}
