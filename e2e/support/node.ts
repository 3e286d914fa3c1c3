import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Hex, keccak256 } from 'viem'
import type { Chain } from '../../devchain/start.ts'
import { listenOn } from './listening.ts'

/** One JSON-RPC call of the page. */
type Call = {
  method: string
  id: number
  params: readonly unknown[]
  /** Forwards the call to the chain, with other parameters if given. Returns the response body. */
  ask: (params?: readonly unknown[]) => Promise<string>
  /** Responds to the page. */
  answer: (body: string, status?: number, headers?: Record<string, string>) => void
  /** Sends a part of a response that never ends. */
  stall: (body: string) => void
  /** Whether the page still waits for the response. */
  isOpen: () => boolean
  /** Closes the connection without a response. */
  hangUp: () => void
}

/** Handles a call instead of the chain. */
export type Fault = (call: Call) => void | Promise<void>

export const faults = {
  /** Accepts the connection and never responds. */
  silence: () => {},
  hangUp: ({ hangUp }) => hangUp(),
  httpError: ({ answer }) => answer('Service Unavailable', 503),
  notJson: ({ answer }) => answer('<html>Sign in to the hotel network</html>'),
  rpcError: ({ answer }) => answer('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}'),
  nullResult: ({ answer }) => answer('{"jsonrpc":"2.0","id":1,"result":null}'),
  /** Executes the call, and closes the connection instead of responding. */
  lostAnswer: async ({ ask, hangUp }) => {
    await ask()
    hangUp()
  },
  /** Executes the call and never responds. */
  unanswered: async ({ ask }) => {
    await ask()
  },
  halfAnswer: async ({ ask, stall }) => stall((await ask()).slice(0, 20)),
  garbledAnswer: async ({ ask, answer }) => answer((await ask()).slice(0, -20)),
} satisfies Record<string, Fault>

/** Responds with a forged result. */
export function says(result: unknown): Fault {
  return ({ answer, id }) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

/** Says that it took the transaction, and drops it. */
export const swallow: Fault = ({ id, params: [bytes], answer }) =>
  answer(JSON.stringify({ jsonrpc: '2.0', id, result: keccak256(bytes as Hex) }))

export type Node = {
  url: string
  /** Proxies to this chain from now on. The chain is started by the first call. */
  standBefore: (start: () => Promise<Pick<Chain, 'answer'>>) => void
  /** Applies a fault to calls of these methods (of all, if none is given) until `heal`. */
  breakWith: (fault: Fault, ...methods: string[]) => void
  /** Stops listening: connections are refused. */
  goAway: () => Promise<void>
  /** Ends all faults. */
  heal: () => Promise<void>
  stop: () => Promise<void>
}

// Any origin may call it, as with a public node.
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Expose-Headers': 'Retry-After',
}

/** The JSON-RPC node of the page: an HTTP proxy before the embedded chain, with fault injection. */
export async function startNode(): Promise<Node> {
  let startChain = (): Promise<Pick<Chain, 'answer'>> => Promise.reject(new Error('There is no chain behind this node.'))
  let fault: Fault | undefined
  let broken: string[] = []
  /** Responses that a fault left open. */
  const unanswered = new Set<ServerResponse>()

  const server = createServer(async (request, response) => {
    const answer = (text: string, status = 200, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...CORS, ...headers }).end(text)
    const body = await textOf(request)
    if (request.method !== 'POST') return void answer('')
    const { method, params = [], id } = JSON.parse(body)
    const ask = async (others = params) => JSON.stringify(await (await startChain()).answer({ id, method, params: others }))
    if (!fault || (broken.length > 0 && !broken.includes(method))) return void answer(await ask())

    unanswered.add(response)
    response.on('close', () => unanswered.delete(response))
    // While the chain is asked, the fault is about to answer: healing the node does not hang up on it.
    const askForFault = async (others?: readonly unknown[]) => {
      unanswered.delete(response)
      try {
        return await ask(others)
      } finally {
        if (!response.destroyed) unanswered.add(response)
      }
    }
    const stall = (text: string) => {
      if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/json', ...CORS })
      response.write(text)
    }
    const isOpen = () => !response.destroyed
    await fault({ method, id, params, ask: askForFault, answer, stall, isOpen, hangUp: () => response.destroy() })
  })

  // No keep-alive: closing a connection must affect only the call on it.
  server.maxRequestsPerSocket = 1

  const { port, goAway, comeBack } = await listenOn(server, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${port}`,
    standBefore: (start) => {
      startChain = start
    },
    breakWith: (wanted, ...methods) => {
      fault = wanted
      broken = methods
    },
    goAway,
    heal: async () => {
      for (const response of unanswered) response.destroy()
      fault = undefined
      await comeBack()
    },
    stop: goAway,
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
