import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Default port of the app. All Vite projects of a machine share Vite's own default, 5173, and so its origin and storage. */
export const DEFAULT_PORT = 5750

/** The port in the environment variable PORT, or the default. */
export function requestedPort(): number {
  const text = process.env.PORT
  if (!text) return DEFAULT_PORT
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT=${text} is not a port: choose a number from 1 to 65535.`)
  return port
}

/** Throws with instructions if the port is in use, before anything is started. */
export async function requireFreePort(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryToListen(port, host)
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use. End the program that holds it, or choose another port: PORT=${port + 1}.`)
    if (code === 'EACCES') throw new Error(`Port ${port} may not be used by this user. Choose another one: PORT=${port + 8000}.`)
  }
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
