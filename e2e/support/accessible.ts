import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The narrowest width that must work without horizontal scrolling (WCAG 1.4.10), and a desktop width. */
const WIDTHS_PX = [320, 1280]

/** At both widths axe finds no violation, and the page does not scroll horizontally. */
export async function expectAccessible(page: Page) {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 720 })
    // Faster: legacy mode, which is enough without iframes, opens no second page; and passed rules are not reported in detail.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `axe at ${width} px`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `width at ${width} px`).toBeLessThanOrEqual(width)
  }
}
