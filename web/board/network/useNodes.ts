import { useCallback, useEffect, useState } from 'react'
import type { NodeState } from '../../chain/node/fetchLatestBlock.ts'

/** How the configured nodes answer, asked once, and again on request. Undefined while they are asked. */
export function useNodes() {
  const [nodes, setNodes] = useState<NodeState[]>()
  const askAgain = useCallback(() => {
    setNodes(undefined)
    // Code splitting: the same chunk as that of /seed.
    import('../../chain/node/fetchLatestBlock.ts')
      .then(async ({ probeNodes }) => setNodes(await probeNodes()))
      .catch(() => setNodes([]))
  }, [])
  useEffect(askAgain, [askAgain])
  return { nodes, askAgain }
}
