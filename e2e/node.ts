import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chain } from '../devchain/start.ts'

/** One call of the page to its node. */
type Call = {
  method: string
  id: number
  params: readonly unknown[]
  /** Hands the call to the chain, with other parameters if they are given, and gives its answer, as text. */
  ask: (params?: readonly unknown[]) => Promise<string>
  /** Answers the page. */
  answer: (body: string, status?: number) => void
  /** Begins to answer and never ends. */
  stall: (body: string) => void
  /** Cuts the line without a word. */
  hangUp: () => void
}

/** What becomes of a call instead of an answer. */
export type Fault = (call: Call) => void | Promise<void>

export const faults = {
  /** The connection is taken and nothing ever comes back. */
  silence: () => {},
  hangUp: ({ hangUp }) => hangUp(),
  httpError: ({ answer }) => answer('Service Unavailable', 503),
  notJson: ({ answer }) => answer('<html>Sign in to the hotel network</html>'),
  rpcError: ({ answer }) => answer('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}'),
  nullResult: ({ answer }) => answer('{"jsonrpc":"2.0","id":1,"result":null}'),
  /** The chain does what it was asked, and the page never hears of it. */
  lostAnswer: async ({ ask, hangUp }) => {
    await ask()
    hangUp()
  },
  /** The same, and the page goes on waiting. */
  unanswered: async ({ ask }) => {
    await ask()
  },
  halfAnswer: async ({ ask, stall }) => stall((await ask()).slice(0, 20)),
  garbledAnswer: async ({ ask, answer }) => answer((await ask()).slice(0, -20)),
} satisfies Record<string, Fault>

/** Lies. */
export function says(result: unknown): Fault {
  return ({ answer, id }) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

export type Node = {
  url: string
  /** From now on it stands before this chain, which is started when it is first asked for something. */
  standBefore: (start: () => Promise<Chain>) => void
  /** Until it is healed, calls of these methods (all, where none is named) meet this fault. */
  breakWith: (fault: Fault, ...methods: string[]) => void
  /** Nobody listens any more: connections are refused. */
  goAway: () => Promise<void>
  /** As good as new. */
  heal: () => Promise<void>
  stop: () => Promise<void>
}

// Any page may speak to it, as to a public node.
const CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' }

/** The node that the page speaks to. It hands everything on to a chain until a test breaks it. */
export async function startNode(): Promise<Node> {
  let startChain = (): Promise<Chain> => Promise.reject(new Error('There is no chain behind this node.'))
  let fault: Fault | undefined
  let broken: string[] = []
  /** Calls that a fault left without an answer. */
  const unanswered = new Set<ServerResponse>()

  const server = createServer(async (request, response) => {
    const answer = (text: string, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...CORS }).end(text)
    const body = await textOf(request)
    if (request.method !== 'POST') return void answer('')
    const { method, params = [], id } = JSON.parse(body)
    const ask = async (others = params) => JSON.stringify(await (await startChain()).answer({ id, method, params: others }))
    if (!fault || (broken.length > 0 && !broken.includes(method))) return void answer(await ask())

    unanswered.add(response)
    response.on('close', () => unanswered.delete(response))
    const stall = (text: string) => response.writeHead(200, { 'Content-Type': 'application/json', ...CORS }).write(text)
    await fault({ method, id, params, ask, answer, stall, hangUp: () => response.destroy() })
  })

  // A line that was cut takes down only the call that was on it.
  server.maxRequestsPerSocket = 1

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    standBefore: (start) => {
      startChain = start
    },
    breakWith: (wanted, ...methods) => {
      fault = wanted
      broken = methods
    },
    goAway: close,
    heal: async () => {
      for (const response of unanswered) response.destroy()
      fault = undefined
      if (!server.listening) await listen(port)
    },
    stop: close,
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
