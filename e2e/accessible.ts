import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The narrowest screen that must do without sideways scrolling, and a wide one. */
const WIDTHS = [320, 1280]

/** On both screens axe finds nothing, and the page is not wider than the screen. */
export async function expectAccessible(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    // The legacy mode needs no second page, and is for pages without frames; nor is what passed described at length.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `axe at ${width} px`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `width at ${width} px`).toBeLessThanOrEqual(width)
  }
}
