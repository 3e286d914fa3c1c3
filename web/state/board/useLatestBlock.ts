import { useState } from 'react'
import { fetchLatestBlock, type LatestBlock } from '../../chain/fetchLatestBlock.ts'

type Test = { state: 'idle' | 'busy' | 'failed' } | { state: 'done'; block: LatestBlock }

/** The test of the connection: asks for the newest block when told to. */
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
