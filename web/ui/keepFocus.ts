/**
 * Focus restoration for dialogs. Call it before opening, and the function that it returns after closing: if the button that
 * opened the dialog no longer exists, the focus moves to the heading of its section, rather than to the top of the page.
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
