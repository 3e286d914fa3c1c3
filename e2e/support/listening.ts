import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = {
  port: number
  /** Connections are refused, and the open ones are closed. */
  goAway: () => Promise<void>
  /** On the same port. */
  comeBack: () => Promise<void>
}

/** Has the server listen on a free port of this machine. */
export async function listenOn(server: Server, host: string): Promise<Listening> {
  const listen = async (port: number) => {
    server.listen(port, host)
    // It must not keep a process alive that forgot to stop it.
    await once(server, 'listening')
    server.unref()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    goAway: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    comeBack: async () => {
      if (!server.listening) await listen(port)
    },
  }
}
