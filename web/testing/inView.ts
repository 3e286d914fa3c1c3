// Parts of a dialog that can be seen without scrolling, measured.
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

export const PHONE = [360, 740] as const
const DESK = [1280, 800] as const

const part = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

/** The smallest parts of a dialog that say this. */
function saying(within: Element, text: string): Element[] {
  const says = (element: Element) => part(element.textContent).includes(text)
  return [...within.querySelectorAll('*')].filter((element) => says(element) && ![...element.children].some(says))
}

/** Those of the texts that are not in view: missing, scrolled away, or behind the buttons. */
function outOfView(opened: Locator, texts: readonly string[]): string[] {
  const within = opened.element()
  const buttons = within.querySelector('[data-more]')
  const port = within.querySelector('.MuiDialogContent-root')?.getBoundingClientRect()
  if (!buttons || !port) return ['a dialog with buttons']
  const end = Math.min(port.bottom, buttons.getBoundingClientRect().top)
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return buttons.contains(element) ? bottom <= window.innerHeight : top >= port.top && bottom <= end + 1
  }
  return texts.filter((text) => !saying(within, text).some(isInView))
}

/** At both sizes, from its top and without scrolling: these texts, and the button that signs, which can be pressed. */
export async function expectInView(opened: Locator, submit: string | RegExp, texts: readonly string[]) {
  for (const [width, height] of [DESK, PHONE]) {
    await page.viewport(width, height)
    await expect.element(opened.getByRole('button', { name: submit })).toBeEnabled()
    opened.element().querySelector('.MuiDialogContent-root')?.scrollTo(0, 0)
    await expect.poll(() => outOfView(opened, texts), { message: `out of view at ${width} × ${height}` }).toEqual([])
  }
  await page.viewport(1280, 720)
}
