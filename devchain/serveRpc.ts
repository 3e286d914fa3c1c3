import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine, RpcRequest } from './engine.ts'

/** Path of the embedded chain's JSON-RPC endpoint on the app's own server. */
export const RPC_PATH = '/rpc'

const HOSTS = ['localhost', '127.0.0.1', '[::1]']
const MAX_BODY_BYTES = 16 * 2 ** 20

/**
 * JSON-RPC over HTTP, for same-origin pages and for local programs, which send no Origin header. Host is checked as well,
 * against DNS rebinding: a foreign host name can be made to resolve to this machine.
 */
export function serveRpc(answer: Engine) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Fails only if the client has disconnected.
    handle(request, response, answer).catch(() => response.destroy())
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, answer: Engine): Promise<void> {
  const status = refusal(request)
  const body = status === undefined ? await readBody(request) : undefined
  if (body === undefined) return void response.writeHead(status ?? 413, { Connection: 'close' }).end()
  const text = JSON.stringify(await answerTo(body, answer))
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
}

function refusal({ socket, method, headers }: IncomingMessage): number | undefined {
  const hosts = HOSTS.map((name) => (socket.localPort === 80 ? name : `${name}:${socket.localPort}`))
  const { host = '', origin, 'content-type': type = '' } = headers
  if (!hosts.includes(host)) return 403
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) return 403
  if (method !== 'POST') return 405
  // Other content types need no CORS preflight, so any website could send them.
  if (!/^application\/json *(;|$)/i.test(type)) return 415
  return undefined
}

async function answerTo(body: string, answer: Engine): Promise<unknown> {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return failure(-32700, 'This is not JSON.')
  }
  return Array.isArray(message) ? Promise.all(message.map(answerOne)) : answerOne(message)

  function answerOne(request: unknown) {
    return isRequest(request) ? answer(request) : failure(-32600, 'This is not a JSON-RPC request.')
  }
}

function isRequest(value: unknown): value is RpcRequest {
  return typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string'
}

function failure(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
