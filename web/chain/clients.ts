import { createClient, fallback, http } from 'viem'
import { config } from '../config.ts'

const TIMEOUT_MS = 5_000

/** Fails over between the configured nodes. A bare client: viem's single actions bundle smaller than a public client. */
export const client = createClient({
  transport: fallback(
    config.nodeUrls.map((url) =>
      http(url, {
        timeout: TIMEOUT_MS,
        retryCount: 0,
        fetchFn: fetchWhole,
        // A node that fills in a transaction could get anything signed.
        methods: { exclude: ['eth_fillTransaction'] },
      }),
    ),
    { retryCount: 0 },
  ),
})

/** Reads the whole body before returning: viem's timeout covers only the time to the response headers. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request)
  return new Response(await answer.arrayBuffer(), answer)
}
