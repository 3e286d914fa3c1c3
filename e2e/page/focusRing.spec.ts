import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { header, openDashboard } from '../support/steps.ts'

/** The dashboard has about sixty: a walk that does not come to an end has been caught somewhere. */
const MAX_STOPS = 150

test('whoever goes through the dashboard with Tab sees at each stop where they are', async ({ page }) => {
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  const stops = await walk(page)
  expect(stops.length).toBeGreaterThan(20)
  expect(stops.filter(({ isMarked }) => !isMarked).map(({ name }) => name)).toEqual([])
})

type Stop = { name: string; isMarked: boolean }

/** Presses Tab from the top of the page until the focus leaves it. */
async function walk(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo(0, 0)
  })
  const stops: Stop[] = []
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus)
    if (!stop) break
    stops.push(stop)
  }
  expect(stops.length).toBeLessThan(MAX_STOPS)
  return stops
}

/** In the page: the focused element, and whether an outline or, around a field, a thick edge in the focus colour marks it. */
function describeFocus(): Stop | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const isRing = (of: Element | null) => {
    const style = of && getComputedStyle(of)
    return (
      style?.outlineStyle === 'solid' && Number.parseFloat(style.outlineWidth) >= 2 && style.outlineColor === 'rgb(179, 161, 255)'
    )
  }
  const edge = element.closest('.MuiOutlinedInput-root')?.querySelector('fieldset')
  // Other fields draw half of the edge as a shadow inside.
  const isInset = getComputedStyle(element).boxShadow.startsWith('rgb(161, 139, 255)')
  const isEdge = edge ? Number.parseFloat(getComputedStyle(edge).borderTopWidth) >= 2 : false
  return {
    name: element.getAttribute('aria-label') ?? element.textContent ?? element.tagName,
    // The native input of a checkbox is transparent: the element around it is drawn.
    isMarked: isRing(element) || isEdge || isInset || isRing(element.closest('.MuiButtonBase-root')),
  }
}
