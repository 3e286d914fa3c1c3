import { useState } from 'react'
import { fetchLatestBlock, type LatestBlock } from '../../chain/fetchLatestBlock.ts'

type Test = { state: 'idle' | 'busy' | 'failed' } | { state: 'done'; block: LatestBlock }

/** The connection test: fetches the latest block on demand. */
export function useLatestBlock() {
  const [test, setTest] = useState<Test>({ state: 'idle' })

  const run = async () => {
    setTest({ state: 'busy' })
    try {
      setTest({ state: 'done', block: await fetchLatestBlock() })
    } catch {
      setTest({ state: 'failed' })
    }
  }

  return { test, run }
}
