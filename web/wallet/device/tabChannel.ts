/** A BroadcastChannel that carries no data. `post` reaches the listeners of every tab, the posting one included. */
export type TabChannel = { post(): void; listen(listener: () => void): () => void }

/** A message on it means: lock the wallet. */
export const lockChannel: TabChannel = createTabChannel('entrepares.lock')

export function createTabChannel(name: string): TabChannel {
  return {
    post: () => {
      const channel = new BroadcastChannel(name)
      channel.postMessage(null)
      channel.close()
    },
    listen: (listener) => {
      const channel = new BroadcastChannel(name)
      channel.onmessage = listener
      return () => channel.close()
    },
  }
}
