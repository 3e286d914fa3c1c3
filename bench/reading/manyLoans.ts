// A person with 1,000 debts: requests until all are summed up, and the longest task of the page.
import type { Browser, Page } from '@playwright/test'
import { encodeFunctionData, numberToHex } from 'viem'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { SAMPLE_OFFERS } from '../../devchain/sampleLoans.ts'
import { openDashboard } from '../../e2e/support/steps.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { numeral, type Row } from '../table.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const LOANS = 1_000
const BATCHES = 10
const POLLS = 3
const TIMES_MORE = 8
/** The dashboard with the newest, and all of the others. */
const MAX_REQUESTS = 2
const MAX_TASK_MS = 200

export const manyLoans = (): Promise<Row[]> => inWorld(measure)

async function measure(world: BenchWorld): Promise<Row[]> {
  await borrow(world)
  const page = await world.browser.newPage({ baseURL: world.appUrl })
  const calls: string[] = []
  page.on('request', (request) => {
    const { method } = request.postDataJSON() ?? {}
    if (method) calls.push(method)
  })
  const questions = () => calls.filter((method) => method === 'eth_call').length
  let answers = 0
  page.on('requestfinished', (request) => {
    if (request.postDataJSON()?.method === 'eth_call') answers++
  })
  await page.clock.install()
  const debts = page.getByRole('region', { name: 'Mis Deudas', exact: true })

  const opening = await longestTask(world.browser, page, async () => {
    await openDashboard(page)
    await debts.getByText(/^1000 deudas · Debes/).waitFor()
  })
  const requests = questions()
  const opened = answers
  const polling = await longestTask(world.browser, page, async () => {
    while (answers < opened + POLLS) {
      await page.clock.runFor(2_000)
      // The next poll is scheduled only after the response.
      while (answers < questions()) await page.waitForTimeout(20)
    }
  })
  const showing = await longestTask(world.browser, page, async () => {
    for (let time = 0; time < TIMES_MORE; time++) {
      const shown = await debts.getByRole('article').count()
      await debts.getByRole('button', { name: /^Ver .* más$/ }).click()
      await debts.getByRole('article').nth(shown).waitFor()
    }
  })

  const task = (when: string, ours: number): Row => ({
    what: `longest task, ${numeral(LOANS)} debts, ${when}`,
    unit: 'ms of processor',
    ours,
    goal: { most: MAX_TASK_MS },
  })
  return [
    { what: `first screen, ${numeral(LOANS)} debts`, unit: 'requests', ours: requests, goal: { most: MAX_REQUESTS } },
    task('opening', opening),
    task(`${POLLS} more answers`, polling),
    task(`'Ver más', ${TIMES_MORE} times`, showing),
  ]
}

/** The first account takes offers with many different amounts and due dates. */
async function borrow({ chain, deployment }: BenchWorld) {
  const first = SAMPLE_OFFERS.length + 1
  for (let batch = 0; batch < BATCHES; batch++) {
    const terms = { principal: BigInt(batch + 1) * DOLLAR, duration: BigInt((10 + batch * 9) * DAY), apr: 900n, note: '' }
    await publishMany(chain, LOANS / BATCHES, terms)
  }
  for (let id = first; id < first + LOANS; id++) {
    const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [BigInt(id)] })
    const transaction = { from: people.deployer.address, to: deployment.loanBook, gas: numberToHex(1_500_000n), data }
    const { error } = (await chain.answer({ method: 'eth_sendTransaction', params: [transaction] })) as {
      error?: { message: string }
    }
    if (error) throw new Error(error.message)
  }
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** In ms of processor time, so that other programs on the machine do not count. */
async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && isMain.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('The browser recorded no tasks.')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}
