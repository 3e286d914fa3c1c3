import { createServer } from 'node:net'

/** The port that an environment variable names, or the usual one. */
export function portFrom(variable: string, usual: number): number {
  const text = process.env[variable]
  if (!text) return usual
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${variable}=${text} is not a port: choose a number from 1 to 65535.`)
  return port
}

/** Stops with a sentence before anything is started, where another program holds the port. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryToListen(port, host)
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use. End the program that holds it, or choose another port: ${variable}=${port + 1}.`)
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this user. Choose another one: ${variable}=${port + 8000}.`)
  }
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
