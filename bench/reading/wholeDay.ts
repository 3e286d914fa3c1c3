// A dashboard that stays open for a day: memory and requests at its end, compared with those at its beginning.
import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { take } from '../../e2e/support/others.ts'
import { openDashboard } from '../../e2e/support/steps.ts'
import { isReached, type Row } from '../table.ts'
import { type BenchWorld, inWorld } from '../world.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/**
 * The clocks of page and chain jump by so many minutes, less than the auto-lock takes. Each timer fires once per jump, so the
 * dashboard is read 360 times, not the 8,640 times of a real day: a leak of under 500 bytes a poll stays below MAX_GROWTH.
 */
const STEP_MINUTES = 4
const MAX_GROWTH = 1.05

export const wholeDay = (): Promise<Row[]> => inWorld(measure)

async function measure(world: BenchWorld): Promise<Row[]> {
  await take(world, people.deployer, 1n)
  const page = await world.browser.newPage({ baseURL: world.appUrl })
  let sent = 0
  let answered = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST') answered++
  })
  const allAnswered = async () => {
    while (answered < sent) await page.waitForEvent('requestfinished')
  }
  /** Somebody is there: otherwise the wallet locks itself. */
  const stayActive = () => page.evaluate(() => window.dispatchEvent(new Event('pointermove')))
  /** The page polls every 6 s on a local chain: in steps of 2 s each request is answered before the next. */
  const requestsOfOneMinute = async () => {
    await stayActive()
    const before = sent
    for (let second = 0; second < 60; second += 2) {
      await page.clock.runFor(2_000)
      await allAnswered()
    }
    return sent - before
  }

  await page.clock.install()
  await openDashboard(page)
  await page.getByText('3 ofertas abiertas').waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MINUTE)
  await allAnswered()

  const firstRate = await requestsOfOneMinute()
  const first = await memoryOf(page)
  const client = createChainClient(world.chain.transport)
  for (let minute = 0; minute < DAY_MINUTES; minute += STEP_MINUTES) {
    await client.increaseTime({ seconds: STEP_MINUTES * 60 })
    await client.mine({ blocks: 1 })
    await stayActive()
    await page.clock.fastForward(STEP_MINUTES * MINUTE)
    await allAnswered()
  }
  const lastRate = await requestsOfOneMinute()
  const last = await memoryOf(page)

  // Fewer: the page has stopped polling, and then its memory says nothing.
  if (lastRate < firstRate) throw new Error(`${lastRate} requests a minute at the end, ${firstRate} at the beginning.`)
  const rows = Object.entries({ 'requests a minute': firstRate, ...first.totals }).map(
    ([unit, before]): Row => ({
      what: 'left open for a day',
      unit,
      ours: { 'requests a minute': lastRate, ...last.totals }[unit] ?? Number.NaN,
      peer: { name: 'just opened', figure: before },
      goal: { mostRatio: unit === 'requests a minute' ? 1 : MAX_GROWTH },
    }),
  )
  if (!rows.every(isReached)) console.log(`Grown most: ${growth(first, last)}`)
  return rows
}

type Memory = { totals: Record<string, number>; bytes: Map<string, number> }

/** The part of a heap snapshot that is used here: `nodes` is flat, with one number for each of `node_fields`. */
type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
  strings: string[]
}

/**
 * Memory that the page's scripts hold after garbage collection, by kind of object. Not the size of V8's heap, which grew by
 * 1.5 MB in this day while the scripts held the same: V8 goes on compiling functions to machine code (`code`), and DevTools,
 * through which the browser is driven, keeps a record of every request (`native`). DOM nodes, `native` too, are counted instead.
 */
async function memoryOf(page: Page): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page)
  const chunks: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [number, number, number]

  const bytes = new Map<string, number>()
  let total = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? 0] ?? ''
    if (kind === 'code' || kind === 'native') continue
    const selfSize = nodes[at + size] ?? 0
    const key = kind.includes('string') ? kind : `${kind} ${strings[nodes[at + name] ?? 0]}`
    bytes.set(key, (bytes.get(key) ?? 0) + selfSize)
    total += selfSize
  }
  const { nodes: elements, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  await devtools.detach()
  return {
    totals: { 'kB held by scripts': Math.round(total / 1024), 'DOM nodes': elements, 'event listeners': jsEventListeners },
    bytes,
  }
}

/** The kinds of objects that grew most, to find the leak. */
function growth(first: Memory, last: Memory): string {
  return [...last.bytes]
    .map(([kind, bytes]) => ({ kind, grown: bytes - (first.bytes.get(kind) ?? 0) }))
    .sort((one, other) => other.grown - one.grown)
    .slice(0, 5)
    .map(({ kind, grown }) => `${kind} +${grown} bytes`)
    .join(', ')
}
