/** @module-tag long */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import type { Fee } from '../chain/send/prepare.ts'
import { useFee } from './useFee.ts'
import { useOneAtATime } from './useOneAtATime.ts'

type Ask = () => Promise<Fee | undefined>
type Probe = ReturnType<typeof useFee> & { guard: ReturnType<typeof useOneAtATime> }

/** Renders the hooks, and returns their latest values. `draft`: renders them for another draft. */
function renderFee(key: string, ask: Ask) {
  const container = document.createElement('div')
  const root = createRoot(container)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const seen: { now?: Probe } = {}
  function Reader(props: { name: string; ask: Ask }) {
    const guard = useOneAtATime()
    seen.now = { ...useFee(props.name, undefined, props.ask, true, false), guard }
    return props.name
  }
  const draft = async (name: string, next: Ask) => {
    root.render(
      <QueryClientProvider client={client}>
        <Reader name={name} ask={next} />
      </QueryClientProvider>,
    )
    await expect.poll(() => container.textContent).toBe(name)
  }
  onTestFinished(() => root.unmount())
  const now = () => seen.now as Probe
  return { draft, now, first: draft(key, ask) }
}

test('settled agrees to the shown fee, and for a changed draft to a fee at the price that was shown', async () => {
  const { draft, now, first } = renderFee('short', async () => ({ fee: 100n, price: 10n }))
  await first
  await expect.poll(() => now().fee).toBe(100n)
  expect(await now().settled()).toBe(100n)
  await draft('long', async () => ({ fee: 600n, price: 30n }))
  expect(now().fee).toBeUndefined()
  expect(await now().settled()).toBe(200n)
  await draft('longer', async () => ({ fee: 80n, price: 8n }))
  expect(await now().settled()).toBe(80n)
})

test.each<[string, Fee | undefined]>([
  ['asks for a hundred times the gas', { fee: 10_000n, price: 10n }],
  ['no longer measures it', undefined],
])('settled agrees to no more than eight times the shown fee if the node %s', async (_, answer) => {
  const { draft, now, first } = renderFee('short', async () => ({ fee: 100n, price: 10n }))
  await first
  await expect.poll(() => now().fee).toBe(100n)
  await draft('long', async () => answer)
  expect(await now().settled()).toBe(800n)
})

test('settled waits for the first answer, rejects with its failure, and knows no fee that the node cannot measure', async () => {
  let answer: (fee: Fee) => void = () => {}
  const slow = new Promise<Fee>((resolve) => (answer = resolve))
  const { draft, now, first } = renderFee('slow', () => slow)
  await first
  const waiting = now().settled()
  await new Promise((resolve) => setTimeout(resolve, 50))
  answer({ fee: 7n, price: 1n })
  expect(await waiting).toBe(7n)
  await draft('refused', () => Promise.reject(new Error('No network')))
  await expect(now().settled()).rejects.toThrow('No network')
  await draft('unmeasured', async () => undefined)
  await expect.poll(() => now().isUnknown).toBe(true)
  expect(await now().settled()).toBeUndefined()
})

test('hold ignores clicks until the new label can have been read', async () => {
  const { now, first } = renderFee('any', async () => undefined)
  await first
  const click = () => now().guard.run(async () => 'signed')
  expect(await click()).toBe('signed')
  now().guard.hold()
  expect(await click()).toBeUndefined()
  await expect.poll(click, { timeout: 5_000 }).toBe('signed')
})
