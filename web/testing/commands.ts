// Services of Node for component tests: an embedded chain behind a JSON-RPC node that can be broken. One of each per browser page.
import type { BrowserCommandContext } from 'vitest/node'
import { compileTestToken } from '../../contracts/compile.ts'
import { partsToDeploy } from '../../devchain/deploy.ts'
import type { RpcRequest } from '../../devchain/engine.ts'
import { askMany as askManyOn, publishMany as publishManyOn } from '../../devchain/publishMany.ts'
import { createChainPool, type PooledChain } from '../../e2e/support/chainPool.ts'
import { holding, type LensFunction, of } from '../../e2e/support/forged.ts'
import { faults, type Node, says, startNode } from '../../e2e/support/node.ts'

type Page = {
  node: Node
  current: PooledChain | undefined
  other?: PooledChain | undefined
  release: () => void
  /** While it has the clipboard. */
  leaveClipboard?: (() => void) | undefined
}

const pages = new Map<string, Promise<Page>>()
const pool = createChainPool()

/** The app's settings. The page's node keeps its address from test to test. */
const settings = async ({ sessionId }: BrowserCommandContext) => {
  const [{ node }, [, loanBook]] = await Promise.all([pageOf(sessionId), partsToDeploy()])
  const source = { REACT_APP_SOURCE_URL: 'https://code.example/entrepares' }
  return { REACT_APP_ALCHEMY_URL: node.url, REACT_APP_LENDING_ADDRESS: loanBook.address, ...source }
}

/** Takes a chain as it was when it began, and ends all faults of the node. */
const beginChain = async ({ sessionId }: BrowserCommandContext, chainId: number) => {
  const page = await pageOf(sessionId)
  await page.current?.giveBack()
  const current = await pool.take({ chainId })
  page.current = current
  page.node.standBefore(async () => current.chain)
  await page.node.heal()
  return current.chain.deployment
}

/** Asks the chain itself, past the node and its faults. */
const askChain = async ({ sessionId }: BrowserCommandContext, request: RpcRequest) => {
  const { current } = await pageOf(sessionId)
  if (!current) throw new Error('No chain has begun.')
  return current.chain.answer(request)
}

/** Publishes many identical offers. */
const publishMany = async ({ sessionId }: BrowserCommandContext, count: number) => {
  const { current } = await pageOf(sessionId)
  if (!current) throw new Error('No chain has begun.')
  await publishManyOn(current.chain, count)
}

/** Breaks calls of these methods, of all if none is given: by a fault's name, or with a forged result. */
const breakNode = async (
  { sessionId }: BrowserCommandContext,
  fault: keyof typeof faults | { result: unknown },
  ...methods: string[]
) => {
  const { node } = await pageOf(sessionId)
  node.breakWith(typeof fault === 'string' ? faults[fault] : says(fault.result), ...methods)
}

/** Publishes many requests at once. */
const askMany = async ({ sessionId }: BrowserCommandContext, count: number) => {
  const { current } = await pageOf(sessionId)
  if (!current) throw new Error('No chain has begun.')
  await askManyOn(current.chain, count)
}

const healNode = async ({ sessionId }: BrowserCommandContext) => (await pageOf(sessionId)).node.heal()

/** Nobody listens any more, until the node is healed. */
const stopNode = async ({ sessionId }: BrowserCommandContext) => (await pageOf(sessionId)).node.goAway()

/** The turn of whoever came last. All pages have one clipboard, so that two tests would read what the other copied. */
let lastTurn: Promise<void> = Promise.resolve()

/** Clipboard permissions of the page: these, and nothing else. It is its own until `leaveClipboard`. */
const takeClipboard = async ({ context, sessionId }: BrowserCommandContext, ...uses: ('read' | 'write')[]) => {
  const page = await pageOf(sessionId)
  if (!page.leaveClipboard) {
    const before = lastTurn
    lastTurn = new Promise((resolve) => {
      page.leaveClipboard = resolve
    })
    await before
  }
  await context.clearPermissions()
  await context.grantPermissions(uses.map((use) => `clipboard-${use}`))
}

const leaveClipboard = async ({ sessionId }: BrowserCommandContext) => {
  const page = await pageOf(sessionId)
  page.leaveClipboard?.()
  page.leaveClipboard = undefined
}

/** Puts the node before another chain, until `leadBack`. */
const leadElsewhere = async ({ sessionId }: BrowserCommandContext, chainId: number) => {
  const page = await pageOf(sessionId)
  const other = await pool.take({ chainId })
  page.other = other
  page.node.standBefore(async () => other.chain)
}

const leadBack = async ({ sessionId }: BrowserCommandContext) => {
  const page = await pageOf(sessionId)
  const { current } = page
  if (current) page.node.standBefore(async () => current.chain)
  await page.other?.giveBack()
  page.other = undefined
}

/** Breaks calls of one function of the lens alone. */
const breakLens = async ({ sessionId }: BrowserCommandContext, name: LensFunction, fault: keyof typeof faults) => {
  const { node } = await pageOf(sessionId)
  node.breakWith(of(name, faults[fault]), 'eth_call')
}

/** Keeps calls of one function of the lens waiting until `releaseLens`. */
const holdLens = async ({ sessionId }: BrowserCommandContext, name: LensFunction) => {
  const page = await pageOf(sessionId)
  const held = holding()
  page.release = held.release
  page.node.breakWith(of(name, held.fault), 'eth_call')
}

const releaseLens = async ({ sessionId }: BrowserCommandContext) => (await pageOf(sessionId)).release()

/** ABI and bytecode of a token among the test contracts. */
const testToken = (_: BrowserCommandContext, name: string) => compileTestToken(name)

/** The second half of a slow double click, where the mouse is. */
const clickAgain = async ({ page: { mouse } }: BrowserCommandContext) => {
  await mouse.down({ clickCount: 2 })
  await mouse.up({ clickCount: 2 })
}

export const commands = {
  settings,
  beginChain,
  askChain,
  publishMany,
  askMany,
  breakNode,
  healNode,
  stopNode,
  takeClipboard,
  leaveClipboard,
  leadElsewhere,
  leadBack,
  breakLens,
  holdLens,
  releaseLens,
  testToken,
  clickAgain,
}

function pageOf(sessionId: string): Promise<Page> {
  const known = pages.get(sessionId) ?? startNode().then((node) => ({ node, current: undefined, release: () => {} }))
  pages.set(sessionId, known)
  return known
}

type Asked<T> = {
  [Name in keyof T]: T[Name] extends (context: never, ...args: infer Args) => infer Answer ? (...args: Args) => Answer : never
}

declare module 'vitest/browser' {
  interface BrowserCommands extends Asked<typeof commands> {}
}
