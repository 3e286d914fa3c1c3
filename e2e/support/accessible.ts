import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The narrowest width that must work without horizontal scrolling (WCAG 1.4.10), and a desktop width. */
const WIDTHS_PX = [320, 1280]
/** Two thirds of axe's time, and the same at every width. */
const CONTRAST = 'color-contrast'

/** At both widths axe finds no violation, and the page does not scroll horizontally. `within`: a selector, where the rest was seen before. */
export async function expectAccessible(page: Page, within?: string) {
  for (const [index, width] of WIDTHS_PX.entries()) {
    await page.setViewportSize({ width, height: 720 })
    await page.evaluate(endTransitions)
    // Faster: legacy mode, which is enough without iframes, opens no second page; and passed rules are not reported in detail.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (within) axe.include(within)
    if (index > 0) axe.disableRules(CONTRAST)
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `axe at ${width} px`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `width at ${width} px`).toBeLessThanOrEqual(width)
  }
}

/** The element under the pointer changes its colour for a moment, in which its contrast is neither the one nor the other. */
async function endTransitions() {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}
