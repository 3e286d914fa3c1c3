import { useState } from 'react'
import type { LatestBlock } from '../../chain/node/fetchLatestBlock.ts'

type Test = { state: 'idle' | 'busy' | 'failed' } | { state: 'done'; block: LatestBlock }

/** The connection test: fetches the latest block on demand. */
export function useLatestBlock() {
  const [test, setTest] = useState<Test>({ state: 'idle' })

  const run = async () => {
    setTest({ state: 'busy' })
    try {
      // Code splitting: the words on /seed do not wait for what talks to a node.
      const { fetchLatestBlock } = await import('../../chain/node/fetchLatestBlock.ts')
      setTest({ state: 'done', block: await fetchLatestBlock() })
    } catch {
      setTest({ state: 'failed' })
    }
  }

  return { test, run }
}
