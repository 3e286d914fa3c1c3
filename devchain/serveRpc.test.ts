import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveRpc } from './serveRpc.ts'
import { type Chain, startChain } from './start.ts'

let chain: Chain
let port: number
const server = createServer()

beforeAll(async () => {
  chain = await startChain({ contracts: false })
  server.on('request', serveRpc(chain.answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await chain.stop()
})

const CHAIN_ID = { jsonrpc: '2.0', id: 3, method: 'eth_chainId' }

type Options = { method?: string; headers?: Record<string, string>; body?: unknown }

/** With node:http, because fetch does not let the caller set Host and Origin. */
async function ask({ method = 'POST', headers = {}, body = CHAIN_ID }: Options = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = send({ port, host: '127.0.0.1', method, headers: { 'Content-Type': 'application/json', ...headers } }).end(text)
  const [response] = await once(request, 'response')
  let answer = ''
  for await (const chunk of response.setEncoding('utf8')) answer += chunk
  return { status: response.statusCode, headers: response.headers, answer }
}

test('a local program, which sends no Origin, is answered', async () => {
  const { status, answer } = await ask()
  expect([status, JSON.parse(answer)]).toEqual([200, { jsonrpc: '2.0', id: 3, result: '0x7a69' }])
})

test('a batch is answered in order', async () => {
  const { answer } = await ask({ body: [CHAIN_ID, { ...CHAIN_ID, id: 4, method: 'eth_noSuchThing' }, 5] })
  expect(JSON.parse(answer)).toMatchObject([
    { id: 3, result: '0x7a69' },
    { id: 4, error: {} },
    { id: null, error: { code: -32600 } },
  ])
})

test.each(['localhost', '127.0.0.1', '[::1]'])('a same-origin page is answered: %s', async (name) => {
  const host = `${name}:${port}`
  expect(await ask({ headers: { Host: host, Origin: `http://${host}` } })).toMatchObject({ status: 200 })
})

describe('everyone else is refused', () => {
  test.each([
    ['a page of another site', () => ({ Origin: 'http://evil.example' })],
    ['a page of another port', () => ({ Origin: `http://localhost:${port + 1}` })],
    ['a page over https', () => ({ Origin: `https://localhost:${port}` })],
    ['a page with an opaque origin, as in a sandboxed frame', () => ({ Origin: 'null' })],
    ['another host name that resolves to this machine', () => ({ Host: `evil.example:${port}` })],
    ['the same, with its origin', () => ({ Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` })],
    ['another port', () => ({ Host: `localhost:${port + 1}` })],
  ])('%s', async (_, headers) => {
    const { status, answer, headers: answered } = await ask({ headers: headers() })
    expect([status, answer]).toEqual([403, ''])
    expect(answered).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'with content of type "%s"',
    async (type) => {
      expect(await ask({ headers: { 'Content-Type': type } })).toMatchObject({ status: 415, answer: '' })
    },
  )

  test.each(['GET', 'PUT', 'OPTIONS'])('by %s', async (method) => {
    expect(await ask({ method, body: '' })).toMatchObject({ status: 405, answer: '' })
  })
})

test('invalid JSON, an invalid request and a body that is too large get the matching error', async () => {
  expect(JSON.parse((await ask({ body: '{' })).answer)).toMatchObject({ error: { code: -32700 } })
  expect(JSON.parse((await ask({ body: 'null' })).answer)).toMatchObject({ error: { code: -32600 } })
  expect(await ask({ body: `"${'x'.repeat(17 * 2 ** 20)}"` })).toMatchObject({ status: 413 })
})

test('a client that disconnects in the middle of a request does no harm', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`)
  await once(socket, 'connect')
  socket.destroy()
  expect(await ask()).toMatchObject({ status: 200 })
})
