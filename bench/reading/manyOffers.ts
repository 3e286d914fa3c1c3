// Time to the first rendered offer with 100,000 offers against 100, and how many cards list virtualisation keeps in the DOM.
import type { Page } from '@playwright/test'
import { publishMany } from '../../devchain/publishMany.ts'
import { SAMPLE_OFFERS } from '../../devchain/sampleLoans.ts'
import { openDashboard } from '../../e2e/steps.ts'
import { median } from '../median.ts'
import type { Row } from '../run.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const LOADS = 5
const FEW = 100
const MANY = 100_000
const SCROLLED = 5_000
const MAX_SLOWDOWN = 1.3
const MAX_CARDS = 60

const CARD = '[aria-posinset]'

export const manyOffers = (): Promise<Row[]> => inWorld(compare)

async function compare({ chain, appUrl, browser }: BenchWorld): Promise<Row[]> {
  const load = async () => {
    const page = await browser.newPage({ baseURL: appUrl })
    await timeFirstCard(page)
    await openDashboard(page)
    await page.locator(CARD).first().waitFor()
    return { page, took: await page.evaluate(() => window.firstCardMs) }
  }
  const loads = async () => {
    const times: number[] = []
    // Round 0 is a warm-up.
    for (let round = 0; round <= LOADS; round++) {
      const { page, took } = await load()
      if (round > 0) times.push(took)
      await page.close()
    }
    return median(times)
  }

  await publishMany(chain, FEW - SAMPLE_OFFERS.length)
  const few = await loads()
  await publishMany(chain, MANY - FEW)
  const many = await loads()
  const { page } = await load()
  const mostCards = await scrollThrough(page)

  if (many / few > MAX_SLOWDOWN) throw new Error(`${MANY} offers take ${(many / few).toFixed(2)} times as long as ${FEW}.`)
  if (mostCards >= MAX_CARDS) throw new Error(`${mostCards} offers were drawn at once.`)
  return [
    { what: `until the first of ${FEW} offers, ms`, figure: Math.round(few) },
    { what: `until the first of ${MANY} offers, ms`, figure: Math.round(many) },
    { what: 'ratio', figure: (many / few).toFixed(2) },
    { what: `most offers drawn at once, of ${SCROLLED} scrolled through`, figure: mostCards },
  ]
}

declare global {
  interface Window {
    /** Time from the first render of the dashboard to its first offer. */
    firstCardMs: number
    mostCards: number
  }
}

// Only anonymous functions inside: for named ones tsx emits calls to its __name helper, which the page lacks.
async function timeFirstCard(page: Page) {
  await page.addInitScript((card) => {
    let began = 0
    window.mostCards = 0
    new MutationObserver(() => {
      const cards = document.querySelectorAll(card).length
      if (!began && location.pathname === '/dashboard' && document.querySelector('main section')) began = performance.now()
      if (cards > 0 && !window.firstCardMs) window.firstCardMs = performance.now() - began
      window.mostCards = Math.max(window.mostCards, cards)
    }).observe(document, { childList: true, subtree: true })
  }, CARD)
}

/** Scrolls screen by screen until offer number SCROLLED, waiting for pages that are still loading. */
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
