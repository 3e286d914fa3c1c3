import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  /** Until it is healed, calls of these methods (all, where none is named) meet this fault. */
  breakWith: (fault: Fault, ...methods: string[]) => void
  /** Nobody listens any more: connections are refused. */
  goAway: () => Promise<void>
  /** As good as new. */
  heal: () => Promise<void>
  stop: () => Promise<void>
}

/** Stands before the chain as the node that the page speaks to. It hands everything on until a test breaks it. */
export async function startNode(chainUrl: string): Promise<Node> {
  let fault: Fault | undefined
  let broken: string[] = []
  /** Calls that a fault left without an answer. */
  const unanswered = new Set<ServerResponse>()

  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const ask = (text = body) =>
      fetch(chainUrl, { method: request.method ?? 'POST', headers: wantedHeaders(request), body: text || null })
    const { method = '', params = [], id = 0 } = body ? JSON.parse(body) : {}
    const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': request.headers.origin ?? '*' }
    if (fault && request.method === 'POST' && (broken.length === 0 || broken.includes(method))) {
      unanswered.add(response)
      response.on('close', () => unanswered.delete(response))
      return fault({
        method,
        id,
        params,
        ask: async (others = params) => (await ask(JSON.stringify({ jsonrpc: '2.0', id, method, params: others }))).text(),
        answer: (text, status = 200) => response.writeHead(status, headers).end(text),
        stall: (text) => response.writeHead(200, headers).write(text),
        hangUp: () => response.destroy(),
      })
    }
    await handOn(await ask(), response)
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

// The origin above all: the chain says which one may speak to it.
function wantedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const wanted = ['origin', 'content-type', 'access-control-request-method', 'access-control-request-headers']
  return Object.fromEntries(wanted.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
}

async function handOn(answer: Response, response: ServerResponse): Promise<void> {
  const headers = [...answer.headers].filter(([name]) => /^(content-type|vary|access-control-)/.test(name))
  response.writeHead(answer.status, Object.fromEntries(headers))
  response.end(await answer.text())
}
