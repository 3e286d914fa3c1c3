// Walks through a page by Tab and looks for a visible focus indicator (WCAG 2.4.7), which axe cannot check.
import { type ElementHandle, expect, type Page } from '@playwright/test'

const LONGEST_WALK = 200

type Stop = ElementHandle<Element>

/**
 * Presses Tab until the focus comes round. Every stop must have an outline, a box shadow or a border that it does not have
 * without the focus, on itself or on what surrounds it. Returns the names of the stops.
 */
export async function expectVisibleFocus(page: Page): Promise<string[]> {
  const names: string[] = []
  const unmarked: string[] = []
  const visited: Stop[] = []
  for (let stops = 0; stops < LONGEST_WALK; stops++) {
    await page.keyboard.press('Tab')
    const stop = (await page.evaluateHandle(() => document.activeElement)).asElement()
    // Between the last stop and the first one the focus is on the document.
    if (!stop || (await stop.evaluate((element) => element === document.body))) continue
    if (await isAmong(visited, stop)) break
    visited.push(stop)

    const name = await nameOf(stop)
    names.push(name)
    const focused = await marksOf(stop)
    await stop.evaluate((element) => element instanceof HTMLElement && element.blur())
    if ((await marksOf(stop)) === focused) unmarked.push(name)
    await stop.evaluate((element) => element instanceof HTMLElement && element.focus({ preventScroll: true }))
  }
  expect(names.length, 'stops').toBeGreaterThan(0)
  expect(unmarked, 'stops without a visible focus').toEqual([])
  return names
}

function isAmong(visited: Stop[], stop: Stop): Promise<boolean> {
  return stop.evaluate((element, others) => others.includes(element), visited)
}

function nameOf(stop: Stop): Promise<string> {
  return stop.evaluate((element) => {
    const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : undefined
    return element.getAttribute('aria-label') ?? label?.innerText ?? element.textContent ?? ''
  })
}

/** The outline, box shadow and border of the element, of three levels around it, and of decorations beside it. */
function marksOf(stop: Stop): Promise<string> {
  return stop.evaluate(async (element) => {
    // Focus rings fade in.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))

    const parts = [element]
    for (let level = 0; level < 3; level++) {
      const parent = parts[level]?.parentElement
      if (parent && parent !== document.body) parts.push(parent)
    }
    // MUI draws the border of a text field with an element of its own.
    parts.push(...(element.parentElement?.querySelectorAll(':scope > [aria-hidden="true"]') ?? []))
    const marks = parts.map((part) => {
      const { opacity, outlineStyle, outlineWidth, outlineColor, boxShadow, borderWidth, borderColor } = getComputedStyle(part)
      // The input of a radio or a checkbox is transparent, and so is its outline.
      if (opacity === '0') return []
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
      const border = borderWidth === '0px' ? '' : `${borderWidth} ${borderColor}`
      return [outline, boxShadow, border]
    })
    return JSON.stringify(marks)
  })
}
