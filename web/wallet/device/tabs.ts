/** A line between the tabs of this browser. What one says, the others hear. */
export type Line = { say(): void; hear(listener: () => void): () => void }

/** Over it goes one word: lock. */
export const lockLine: Line = createLine('entrepares.lock')

export function createLine(name: string): Line {
  return {
    say: () => {
      const channel = new BroadcastChannel(name)
      channel.postMessage(null)
      channel.close()
    },
    hear: (listener) => {
      const channel = new BroadcastChannel(name)
      channel.onmessage = listener
      return () => channel.close()
    },
  }
}
