// Time to the first offer with 100,000 offers beside 100, and what list virtualisation saves: cards in the DOM, time to draw.
import type { Page } from '@playwright/test'
import { publishMany } from '../../devchain/publishMany.ts'
import { SAMPLE_OFFERS } from '../../devchain/sampleLoans.ts'
import { openDashboard } from '../../e2e/support/steps.ts'
import { median } from '../median.ts'
import { numeral, type Row } from '../table.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const LOADS = 5
const FEW = 100
const MANY = 100_000
const DRAWN = 10_000
const SCROLLED = 5_000
const MAX_SLOWDOWN = 1.3
const MAX_CARDS = 60
const MAX_DRAWING = 0.1

const CARD = '[data-place=market] li'

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
  const drawing = await drawAll(page)
  const mostCards = await scrollThrough(page)

  return [
    {
      what: `until the first card, ${numeral(MANY)} offers`,
      unit: 'ms',
      ours: many,
      peer: { name: `${FEW} offers`, figure: few },
      goal: { mostRatio: MAX_SLOWDOWN },
    },
    {
      what: `draw ${numeral(DRAWN)} offers`,
      unit: 'ms',
      ours: drawing.virtual,
      peer: { name: 'copies of a card, all drawn', figure: drawing.plain },
      goal: { mostRatio: MAX_DRAWING },
    },
    {
      what: `most cards drawn, ${numeral(SCROLLED)} scrolled through`,
      unit: 'cards',
      ours: mostCards,
      goal: { most: MAX_CARDS },
    },
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

/** Unfolds the list, which then draws only what is on screen; then draws as many copies of its first card as plain elements. */
async function drawAll(page: Page): Promise<{ virtual: number; plain: number }> {
  const virtual = await page.getByRole('button', { name: /^Ver todas las ofertas/ }).evaluate(async (unfold) => {
    const began = performance.now()
    ;(unfold as HTMLElement).click()
    while (unfold.getAttribute('aria-expanded') !== 'true') await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - began
  })
  const plain = await page
    .locator(CARD)
    .first()
    .evaluate(async (card, count) => {
      const list = card.parentElement?.cloneNode() as HTMLElement
      list.style.height = 'auto'
      const began = performance.now()
      for (let copy = 0; copy < count; copy++) list.append(card.cloneNode(true))
      document.querySelector('main')?.append(list)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const took = performance.now() - began
      list.remove()
      window.mostCards = 0
      return took
    }, DRAWN)
  return { virtual, plain }
}

/** Scrolls screen by screen until offer number SCROLLED, waiting for pages that are still loading. */
async function scrollThrough(page: Page): Promise<number> {
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
