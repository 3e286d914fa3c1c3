const OVERLAY = '[role=dialog], [role=menu]'

/** The element that had the focus, and the headings of the sections around it, from the inside out. */
type OnPage = { element: Element; headings: HTMLElement[] }

/**
 * Focus restoration for the whole page. What has the focus may vanish: the button of an offer that was accepted, a dialog whose
 * button is gone, a screen. Then the focus would fall to the body, and the keyboard begin at the top again. Instead it goes to where it
 * was before the dialog, or else to the heading of its section, or of the screen.
 */
export function keepFocus(): void {
  let last: Element | undefined
  /** In the page itself: neither dialog nor menu nor notice, which pass. */
  let lastOnPage: OnPage | undefined

  const note = () => {
    const element = document.activeElement
    if (!element || element === document.body) return
    last = element
    if (!element.closest(`${OVERLAY}, [role=alert]`)) lastOnPage = { element, headings: headingsAround(element) }
  }

  const isLost = () =>
    last !== undefined && !isThere(last) && (document.activeElement === document.body || document.activeElement === last)

  const mend = () => {
    // Whoever pressed beside all controls has taken the focus away, and what had it is still there.
    if (!isLost()) return
    // These keep the focus inside by themselves.
    if (document.querySelector(OVERLAY)) return
    const target = [lastOnPage?.element, ...(lastOnPage?.headings ?? []), document.querySelector('h1')].find(
      (each) => each && isThere(each),
    )
    if (!(target instanceof HTMLElement)) return
    if (/^H[1-6]$/.test(target.tagName)) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }

  // After whatever else moves the focus.
  const observer = new MutationObserver(() => {
    if (isLost()) setTimeout(mend)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
}

function isThere(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled')
}

function headingsAround(element: Element): HTMLElement[] {
  const section = element.closest('section')
  if (!section?.parentElement) return []
  return [...section.querySelectorAll<HTMLElement>('h2'), ...headingsAround(section.parentElement)]
}
