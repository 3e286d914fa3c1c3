import {
  BaseError,
  type Client,
  createClient,
  custom,
  type EIP1193RequestFn,
  HttpRequestError,
  http,
  ResponseBodyTooLargeError,
  shouldThrow,
  TimeoutError,
} from 'viem'
import { config } from '../../config.ts'

/** How long a node may take to answer. */
export const TIMEOUT_MS = 5_000
/** By how much a node may lag. Beyond that its answers may have been true once. */
export const MAX_LAG_SECONDS = 900
const MAX_BODY_BYTES = 16 * 2 ** 20

// How long a node rests after a failure, or after a 429 without Retry-After. Doubled each time, until it answers.
const FAILED_MS = 60_000
const LIMITED_MS = 5_000
const LONGEST_REST_MS = 3_600_000
/** Where there is no other node, nothing at all would be read meanwhile. */
const LONGEST_REST_ALONE_MS = 60_000

/** HTTP errors of nodes that refuse one request, not all of them: too wide a range of blocks, too large a body. */
const REFUSED_REQUEST = [400, 413]

type Node = {
  url: string
  request: EIP1193RequestFn
  client: Client
  /** Until when it rests, by performance.now(), and how many rests there were since it last answered. */
  restsUntil: number
  rests: number
  /** It rests because it said 429: it is not asked at all, where one that failed is asked after the others. */
  isLimited: boolean
}

const nodes = config.nodeUrls.map(createNode)
let inUse = nodes[0]

/**
 * Keeps to one node while it answers, and fails over to the others. Not viem's `fallback`, which tries a dead node again at
 * every request; its `rank` pings all nodes all the time. A bare client: viem's single actions bundle smaller than a public
 * client.
 */
export const client = createClient({ transport: custom({ request: askInTurn }, { retryCount: 0 }) })

/** A node that is asked for its opinion, beside the one in use. */
export type OtherNode = { host: string; client: Client }

/** The other nodes, but for those that rest. */
export function otherNodes(): OtherNode[] {
  const [, ...others] = inTurn()
  return others.filter((node) => !isResting(node)).map(({ url, client }) => ({ host: hostOf(url), client }))
}

/** The host of the node in use. */
export function hostInUse(): string {
  const [node] = inTurn()
  return node ? hostOf(node.url) : ''
}

/** Without path and query, which may hold a key. */
export function hostOf(url: string): string {
  return new URL(url, globalThis.location?.origin ?? 'http://localhost').host
}

/** A client of each node, for what all of them should hear. */
export function everyClient(): Client[] {
  return inTurn().map((node) => node.client)
}

/** The nodes as they are configured. */
export function configuredNodes() {
  const [current] = inTurn()
  return nodes.map((node) => ({
    url: node.url,
    client: node.client,
    isInUse: node === current,
    isResting: isResting(node),
  }))
}

/**
 * Returns the function that lets the node rest that is in use now, because its answer cannot be right. By the time of the answer
 * another one may be in use.
 */
export function nodeToLeave(): () => void {
  const [node] = inTurn()
  return () => node && rest(node, FAILED_MS)
}

/** The node in use, then the others as they are configured; last those that rest. */
function inTurn(): Node[] {
  const rank = (node: Node) => (isResting(node) ? 2 : node === inUse ? 0 : 1)
  return [...nodes].sort((a, b) => rank(a) - rank(b))
}

async function askInTurn(...call: Parameters<EIP1193RequestFn>): Promise<unknown> {
  let failure: unknown
  for (const node of inTurn()) {
    try {
      return await ask(node, call)
    } catch (error) {
      if (shouldThrow(error as Error)) throw error
      // An error that one node answered tells more than the silence of another.
      if (failure === undefined || isFailure(failure)) failure = error
    }
  }
  throw failure
}

async function ask(node: Node, call: Parameters<EIP1193RequestFn>): Promise<unknown> {
  if (isLimited(node)) throw new HttpRequestError({ body: {}, url: node.url, status: 429, details: 'Not asked yet after a 429.' })
  try {
    const result = await node.request(...call)
    if (!isLimited(node)) Object.assign(node, { restsUntil: 0, rests: 0, isLimited: false })
    if (!inUse || isResting(inUse)) inUse = node
    return result
  } catch (error) {
    if (isFailure(error)) rest(node, FAILED_MS)
    throw error
  }
}

function createNode(url: string): Node {
  const transport = http(url, {
    timeout: TIMEOUT_MS,
    retryCount: 0,
    fetchFn: fetchWhole,
    maxResponseBodySize: MAX_BODY_BYTES,
    onFetchResponse: ({ status, headers }) => {
      if (status !== 429) return
      rest(node, LIMITED_MS, retryAfterMs(headers.get('Retry-After')))
      node.isLimited = true
    },
    // A node that fills in a transaction could get anything signed.
    methods: { exclude: ['eth_fillTransaction'] },
  })
  const { request } = transport({})
  const ownClient = createClient({
    transport: custom({ request: (...call: Parameters<EIP1193RequestFn>) => ask(node, call) }, { retryCount: 0 }),
  })
  const node: Node = { url, request, client: ownClient, restsUntil: 0, rests: 0, isLimited: false }
  return node
}

/** Requests that fail while it rests already, at the same time or because no node is left, do not prolong the rest. */
function rest(node: Node, leastMs: number, askedForMs?: number): void {
  if (isResting(node) && askedForMs === undefined) return
  const restMs = askedForMs ?? leastMs * 2 ** node.rests
  node.rests++
  node.isLimited = false
  node.restsUntil = performance.now() + Math.min(restMs, nodes.length > 1 ? LONGEST_REST_MS : LONGEST_REST_ALONE_MS)
}

function isResting(node: Node): boolean {
  return performance.now() < node.restsUntil
}

function isLimited(node: Node): boolean {
  return node.isLimited && isResting(node)
}

/** Whether the node failed, rather than refused this one request. */
function isFailure(error: unknown): boolean {
  const isReason = (cause: unknown) =>
    cause instanceof TimeoutError ||
    cause instanceof ResponseBodyTooLargeError ||
    (cause instanceof HttpRequestError && !REFUSED_REQUEST.includes(cause.status ?? 0))
  return error instanceof BaseError && error.walk(isReason) !== null
}

/** Retry-After is a number of seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  const ms = header === null ? Number.NaN : Number.isNaN(Number(header)) ? Date.parse(header) - Date.now() : Number(header) * 1000
  return Number.isNaN(ms) ? undefined : Math.max(1_000, ms)
}

/** Reads the whole body, up to a limit, before returning: viem's timeout covers only the time to the response headers. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = Number(answer.headers.get('Content-Length'))
  const requireSmall = () => {
    if (size > MAX_BODY_BYTES) throw new ResponseBodyTooLargeError({ maxSize: MAX_BODY_BYTES, size })
  }
  const reader = answer.body?.getReader()
  try {
    requireSmall()
    size = 0
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      chunks.push(read.value)
      size += read.value.byteLength
      requireSmall()
    }
  } catch (error) {
    reader?.cancel().catch(() => {})
    throw error
  }
  return new Response(new Blob(chunks), answer)
}
