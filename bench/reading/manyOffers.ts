// Whether a hundred thousand offers feel like a hundred: until the first are drawn, and while one scrolls.
import type { Page } from '@playwright/test'
import { publishMany } from '../../devchain/crowd.ts'
import { openDashboard } from '../../e2e/steps.ts'
import { median } from '../median.ts'
import type { Row } from '../run.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const LOADS = 5
const FEW = 100
const MANY = 100_000
const SCROLLED = 5_000
const SLOWEST = 1.3
const MOST_CARDS = 60

const CARD = '[aria-posinset]'

export const manyOffers = (): Promise<Row[]> => inWorld(compare)

async function compare({ chain, appUrl, browser }: BenchWorld): Promise<Row[]> {
  const publishUpTo = (count: number, already: number) =>
    publishMany(chain, count - already, {
      principal: 5_000_000n,
      duration: 2_592_000n,
      apr: 900n,
      note: 'Una de muchas.',
    })
  const load = async () => {
    const page = await browser.newPage({ baseURL: appUrl })
    await timeFirstCard(page)
    await openDashboard(page)
    await page.locator(CARD).first().waitFor()
    return { page, took: await page.evaluate(() => window.firstCardAfter) }
  }
  const loads = async () => {
    const times: number[] = []
    // One more, which warms up.
    for (let round = 0; round <= LOADS; round++) {
      const { page, took } = await load()
      if (round > 0) times.push(took)
      await page.close()
    }
    return median(times)
  }

  await publishUpTo(FEW, 4)
  const few = await loads()
  await publishUpTo(MANY, FEW)
  const many = await loads()
  const { page } = await load()
  const mostCards = await scrollThrough(page)

  if (many / few > SLOWEST) throw new Error(`${MANY} offers take ${(many / few).toFixed(2)} times as long as ${FEW}.`)
  if (mostCards >= MOST_CARDS) throw new Error(`${mostCards} offers were drawn at once.`)
  return [
    { what: `until the first of ${FEW} offers, ms`, figure: Math.round(few) },
    { what: `until the first of ${MANY} offers, ms`, figure: Math.round(many) },
    { what: 'ratio', figure: (many / few).toFixed(2) },
    { what: `most offers drawn at once, of ${SCROLLED} scrolled through`, figure: mostCards },
  ]
}

declare global {
  interface Window {
    /** Milliseconds from the moment the dashboard was there to its first offer. */
    firstCardAfter: number
    mostCards: number
  }
}

// No function in what the page is given has a name: tsx would have it call a helper that the page lacks.
async function timeFirstCard(page: Page) {
  await page.addInitScript((card) => {
    let began = 0
    window.mostCards = 0
    new MutationObserver(() => {
      const cards = document.querySelectorAll(card).length
      if (!began && location.pathname === '/dashboard' && document.querySelector('main section')) began = performance.now()
      if (cards > 0 && !window.firstCardAfter) window.firstCardAfter = performance.now() - began
      window.mostCards = Math.max(window.mostCards, cards)
    }).observe(document, { childList: true, subtree: true })
  }, CARD)
}

/** Window by window, as far as SCROLLED offers: those that are not read yet are waited for. */
async function scrollThrough(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Ver todas las ofertas/ }).click()
  return page.evaluate(
    async ({ card, until }) => {
      while (![...document.querySelectorAll(card)].some((item) => Number(item.ariaPosInSet) >= until)) {
        const end = document.querySelector(card)?.parentElement?.getBoundingClientRect().bottom ?? 0
        window.scrollBy(0, Math.min(innerHeight, end - innerHeight))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return window.mostCards
    },
    { card: CARD, until: SCROLLED },
  )
}
