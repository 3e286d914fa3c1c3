/** A BroadcastChannel for short texts. `post` reaches the listeners of every tab, the posting one included. */
export type TabChannel = { post(text: string): void; listen(listener: (message: unknown) => void): () => void }

/** A message on it means: lock the wallet. The text says why; tabs of an older version post none. */
export const lockChannel: TabChannel = createTabChannel('entrepares.lock')

/** A message on it means: the contacts were changed. It carries no name. */
export const contactsChannel: TabChannel = createTabChannel('entrepares.contacts')

/** A message on it means: what was signed for others to send was changed. */
export const signedChannel: TabChannel = createTabChannel('entrepares.signed')

export function createTabChannel(name: string): TabChannel {
  return {
    post: (text) => {
      const channel = new BroadcastChannel(name)
      channel.postMessage(text)
      channel.close()
    },
    listen: (listener) => {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }) => listener(data)
      return () => channel.close()
    },
  }
}
