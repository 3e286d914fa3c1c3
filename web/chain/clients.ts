import { createClient, fallback, http } from 'viem'
import { config } from '../config.ts'

const TIMEOUT = 5_000

/** Reads from the configured nodes: the first one that answers. Used with viem's single actions, which weigh little. */
export const client = createClient({
  transport: fallback(
    config.nodeUrls.map((url) =>
      http(url, {
        timeout: TIMEOUT,
        retryCount: 0,
        fetchFn: fetchWhole,
        // A node that fills in a transaction could have anything signed.
        methods: { exclude: ['eth_fillTransaction'] },
      }),
    ),
    { retryCount: 0 },
  ),
})

/** The answer with its body, so that the timeout holds for all of it: viem's ends with the first byte. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request)
  return new Response(await answer.arrayBuffer(), answer)
}
