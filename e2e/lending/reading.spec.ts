// Layout shifts when data arrives.
import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { debts } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish, take } from '../support/others.ts'
import { header, openDashboard } from '../support/steps.ts'

const me = people.deployer

for (const [width, height] of [
  [360, 800],
  [1280, 900],
] as const) {
  test(`nothing jumps when the data arrives, at ${width} px`, async ({ page, world }) => {
    await page.setViewportSize({ width, height })
    await take(world, me, 1n)
    await publish(world, me, { note: 'Dos líneas de nota, que en una pantalla estrecha son más que eso y en otra no.' })
    await recordShifts(page)
    // More than 500 ms after the last click: the browser excludes shifts that follow user input (hadRecentInput).
    world.node.breakWith(async ({ ask, answer }) => {
      const text = await ask()
      setTimeout(() => answer(text), 1_500)
    }, 'eth_call')
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    await expect(debts(page).first()).toContainText('$ 300.00')

    expect(await page.evaluate(() => window.shifts)).toEqual([])
  })
}

declare global {
  interface Window {
    /** Layout shifts without recent user input. */
    shifts: string[]
  }
}

async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput || location.pathname !== '/dashboard') continue
        const moved = sources.map(({ node }) => node?.textContent?.slice(0, 30))
        window.shifts.push(`${value.toFixed(4)} ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
