import { expect, test } from 'vitest'
import { createReads, type Read } from './reads.ts'

/** A store that reads what it is told to. */
function storeOf() {
  let slots: Record<string, string> = {}
  let view: Record<string, unknown> = {}
  const fetched: string[] = []
  let onRead = () => {}
  const compute = (read: Read) =>
    Object.fromEntries(
      Object.entries(slots).map(([slot, key]) => {
        const queryFn = async ({ signal }: { signal: AbortSignal }) => {
          signal.addEventListener('abort', () => fetched.push(`${key} cancelled`))
          fetched.push(key)
          return key
        }
        return [slot, read(slot, { queryKey: [key], queryFn, staleTime: Number.POSITIVE_INFINITY }).data]
      }),
    )
  const changed = () => {
    view = reads.during(compute)
    onRead()
  }
  // Not at once: a store that computes while it computes would read twice.
  const reads = createReads(() => queueMicrotask(changed))
  return {
    ...reads,
    fetched,
    view: () => view,
    declare: (next: Record<string, string>) => {
      slots = next
      view = reads.during(compute)
    },
    /** Until every slot has its answer. */
    answered: () =>
      new Promise<void>((resolve) => {
        onRead = () => {
          if (Object.values(view).every((data) => data !== undefined)) resolve()
        }
        onRead()
      }),
  }
}

test('nothing is fetched before it starts; then each is fetched once, however often the view is computed', async () => {
  const store = storeOf()
  store.declare({ one: 'a', other: 'b' })
  expect(store.fetched).toEqual([])
  store.start()
  store.declare({ one: 'a', other: 'b' })
  store.declare({ one: 'a', other: 'b' })
  await store.answered()
  expect([store.view(), store.fetched]).toEqual([{ one: 'a', other: 'b' }, ['a', 'b']])
  store.stop()
})

test('what is not declared again is cancelled while it is under way, and not fetched again where it was read', async () => {
  const store = storeOf()
  store.start()
  store.declare({ one: 'a' })
  store.declare({ other: 'b' })
  await store.answered()
  expect(store.fetched).toEqual(['a', 'b', 'a cancelled'])
  store.declare({})
  store.declare({ other: 'b' })
  await store.answered()
  expect(store.fetched).toEqual(['a', 'b', 'a cancelled'])
  store.stop()
})

test('who stops is told of no answer, and who starts again reads on', async () => {
  const store = storeOf()
  store.start()
  store.declare({ one: 'a' })
  store.stop()
  await new Promise((resolve) => setTimeout(resolve))
  expect([store.view(), store.fetched]).toEqual([{ one: undefined }, ['a', 'a cancelled']])
  store.start()
  store.declare({ one: 'a' })
  await store.answered()
  expect(store.view()).toEqual({ one: 'a' })
  store.stop()
})
