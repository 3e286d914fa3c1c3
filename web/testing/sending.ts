// Fees and transactions that the app sends, as a component test sees them.
import { parseGwei } from 'viem'
import { vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { World } from './world.ts'

export const FEE = /≈ \$ \d+\.\d\d · 0\.\d{6} ETH/

export async function raiseBaseFee({ client }: World) {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('5') })
  await client.mine({ blocks: 1 })
}

/** The fee in a text, in ether. */
export function feeIn(place: Locator): number {
  return Number(place.element().textContent?.match(/≈ \$ [\d.,]+ · (0\.\d{6}) ETH/)?.[1])
}

/** Counts from now on how often the app calls a method of its node whose parameters contain a text. */
export function countCalls(method: string, text = ''): () => number {
  const calls = vi.spyOn(window, 'fetch').mock.calls
  const from = calls.length
  return () =>
    calls.slice(from).filter(([, request]) => {
      const body = String(request?.body)
      return body.includes(`"${method}"`) && body.includes(text)
    }).length
}

export const countSent = () => countCalls('eth_sendRawTransaction')
