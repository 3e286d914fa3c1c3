// A dashboard that stays open for a day: memory and requests at its end, against those at its beginning.
import type { Browser, CDPSession } from '@playwright/test'
import { openDashboard } from '../../e2e/steps.ts'
import type { Row } from '../run.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** The clock jumps by so many minutes, in which each timer fires once, and not at every turn: otherwise this takes an hour. */
const STEP_MINUTES = 4
/** How long requests are counted, at the beginning and at the end. */
const COUNTED_MINUTES = 2
/** Between two readings of the same state, measured. */
const HEAP_NOISE = 1.05

export const wholeDay = (): Promise<Row[]> => inWorld(measure)

async function measure({ browser, appUrl }: BenchWorld): Promise<Row[]> {
  const page = await browser.newPage({ baseURL: appUrl })
  let sent = 0
  let answered = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST') answered++
  })
  /** Moves the clock, as an active person sees it: otherwise the wallet locks itself. */
  const pass = async (move: () => Promise<void>) => {
    await page.evaluate(() => window.dispatchEvent(new Event('pointermove')))
    await move()
    while (answered < sent) await page.waitForTimeout(5)
  }
  const countRequests = async () => {
    const before = sent
    for (let second = 0; second < COUNTED_MINUTES * 60; second += 2) await pass(() => page.clock.runFor(2_000))
    return (sent - before) / COUNTED_MINUTES
  }

  await page.clock.install()
  await openDashboard(page)
  await page.getByText('4 ofertas abiertas').waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MINUTE)
  const devtools = await page.context().newCDPSession(page)

  const firstRate = await countRequests()
  const firstHeap = await heapOf(devtools)
  for (let minute = 0; minute < DAY_MINUTES; minute += STEP_MINUTES) {
    await pass(() => page.clock.fastForward(STEP_MINUTES * MINUTE))
  }
  const lastRate = await countRequests()
  const lastHeap = (await heapOf(devtools)) - (await growthOfIdlePage(browser, appUrl))

  if (lastRate > firstRate) throw new Error(`${lastRate} requests a minute at the end, ${firstRate} at the beginning.`)
  if (lastHeap > firstHeap * HEAP_NOISE) throw new Error(`${lastHeap} MB at the end, ${firstHeap} at the beginning.`)
  return [
    { what: 'requests a minute', 'at first': firstRate, 'after a day': lastRate },
    { what: 'heap without what the driver adds, MB', 'at first': firstHeap.toFixed(2), 'after a day': lastHeap.toFixed(2) },
  ]
}

/** By how many MB the same calls of the browser's driver make a page grow that does nothing: /login. */
async function growthOfIdlePage(browser: Browser, baseURL: string): Promise<number> {
  const page = await browser.newPage({ baseURL })
  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Acceder' }).waitFor()
  const devtools = await page.context().newCDPSession(page)
  const move = async (step: () => Promise<void>) => {
    await page.evaluate(() => window.dispatchEvent(new Event('pointermove')))
    await step()
  }
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MINUTE)
  const before = await heapOf(devtools)
  for (let minute = 0; minute < DAY_MINUTES; minute += STEP_MINUTES) {
    await move(() => page.clock.fastForward(STEP_MINUTES * MINUTE))
  }
  for (let second = 0; second < COUNTED_MINUTES * 60; second += 2) await move(() => page.clock.runFor(2_000))
  return (await heapOf(devtools)) - before
}

/** After garbage collection, in MB. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
