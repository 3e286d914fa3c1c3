import { useCallback, useEffect, useState } from 'react'
import type { NodeState } from '../../chain/node/fetchLatestBlock.ts'

/** Code splitting: the same chunk as that of /seed. */
const load = () => Promise.all([import('../../chain/node/fetchLatestBlock.ts'), import('../../chain/node/clients.ts')])

/** How the configured nodes answer, asked once, and again on request. Undefined while they are asked. */
export function useNodes() {
  const [nodes, setNodes] = useState<NodeState[]>()
  const ask = useCallback(
    () =>
      load()
        .then(async ([{ probeNodes }]) => setNodes(await probeNodes()))
        .catch(() => setNodes([])),
    [],
  )
  const askAgain = useCallback(() => {
    setNodes(undefined)
    ask()
  }, [ask])
  useEffect(askAgain, [askAgain])
  /** Takes a node into use, or leaves it out, until the page is loaded anew. The list stays meanwhile, and the focus in it. */
  const use = async (url: string, isUsed: boolean) => {
    const [, { leaveOut }] = await load()
    if (leaveOut(url, !isUsed)) await ask()
  }
  return { nodes, askAgain, use }
}
