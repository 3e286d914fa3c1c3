import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RETRY_MS } from '../../chain/node/retry.ts'
import { createLongSearch, type Find } from './longSearch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('before it begins it is searching, so that nobody is told that nothing was found', () => {
  expect(createLongSearch().get()).toEqual({ found: undefined, hasFailed: false, isSearching: true, progress: 0 })
})

test('it says how far it is, and what it found', async () => {
  const search = createLongSearch<string>()
  const progress: number[] = []
  search.subscribe(() => progress.push(search.get().progress))
  const asked = createFind()
  search.start(asked.find)
  asked.last().onProgress(0.25)
  asked.last().onProgress(0.5)
  expect(search.get()).toMatchObject({ found: undefined, isSearching: true, progress: 0.5 })
  await asked.answer('un pago')
  expect(search.get()).toMatchObject({ found: 'un pago', isSearching: false, hasFailed: false })
  expect(progress.filter((share, index) => share !== progress[index - 1])).toEqual([0, 0.25, 0.5])
})

test('it keeps what was found while it searches again, from the beginning', async () => {
  const search = createLongSearch<string>()
  const asked = createFind()
  const stop = search.start(asked.find)
  asked.last().onProgress(0.5)
  await asked.answer('un pago')
  stop()
  search.start(asked.find)
  expect(search.get()).toEqual({ found: 'un pago', hasFailed: false, isSearching: true, progress: 0 })
  await asked.answer('dos pagos')
  expect(search.get()).toMatchObject({ found: 'dos pagos', isSearching: false })
})

test('one that failed says so, and is repeated after a while until it succeeds; what was found stays meanwhile', async () => {
  const search = createLongSearch<string>()
  const asked = createFind()
  const stop = search.start(asked.find)
  await asked.answer('un pago')
  stop()
  search.start(asked.find)
  const count = asked.count()
  await asked.fail()
  expect(search.get()).toMatchObject({ found: 'un pago', hasFailed: true, isSearching: false })

  vi.advanceTimersByTime(RETRY_MS - 1)
  expect(asked.count()).toBe(count)
  vi.advanceTimersByTime(1)
  expect(asked.count()).toBe(count + 1)
  // Until the answer it is not known to be well.
  expect(search.get()).toMatchObject({ found: 'un pago', hasFailed: true, isSearching: true, progress: 0 })
  await asked.fail()
  vi.advanceTimersByTime(RETRY_MS)
  await asked.answer('dos pagos')
  expect(search.get()).toMatchObject({ found: 'dos pagos', hasFailed: false, isSearching: false })
  vi.advanceTimersByTime(10 * RETRY_MS)
  expect(asked.count()).toBe(count + 2)
})

test('somebody who searches again after a failure is not told of it any more, and it is not repeated besides', async () => {
  const search = createLongSearch<string>()
  const asked = createFind()
  const stop = search.start(asked.find)
  await asked.fail()
  stop()
  search.start(asked.find)
  expect(search.get()).toMatchObject({ hasFailed: false, isSearching: true })
  vi.advanceTimersByTime(RETRY_MS)
  expect(asked.count()).toBe(2)
})

test.each([
  ['found something', (asked: Asked) => asked.answer('un pago')],
  ['failed', (asked: Asked) => asked.fail()],
  ['got further', async (asked: Asked) => asked.last().onProgress(0.75)],
])('one that was stopped is aborted, and says nothing more where it %s', async (_, end) => {
  const search = createLongSearch<string>()
  const asked = createFind()
  const stop = search.start(asked.find)
  expect(asked.last().signal.aborted).toBe(false)
  stop()
  expect(asked.last().signal.aborted).toBe(true)
  const before = search.get()
  await end(asked)
  expect(search.get()).toBe(before)
  vi.advanceTimersByTime(RETRY_MS)
  expect(asked.count()).toBe(1)
})

test('an older search that ends late changes nothing of a newer one', async () => {
  const search = createLongSearch<string>()
  const [older, newer] = [createFind(), createFind()]
  search.start(older.find)()
  search.start(newer.find)
  newer.last().onProgress(0.5)
  await older.answer('un pago')
  expect(search.get()).toMatchObject({ found: undefined, isSearching: true, progress: 0.5 })
  await newer.answer('dos pagos')
  expect(search.get()).toMatchObject({ found: 'dos pagos', isSearching: false })
})

type Asked = ReturnType<typeof createFind>
type Options = Parameters<Find<string>>[0]

/** A search that ends when it is told to. */
function createFind() {
  const calls: (Options & { resolve: (found: string) => void; reject: (error: Error) => void })[] = []
  const last = () => {
    const call = calls.at(-1)
    if (!call) throw new Error('Nothing is searched for.')
    return call
  }
  return {
    find: (options: Options) => new Promise<string>((resolve, reject) => calls.push({ ...options, resolve, reject })),
    count: () => calls.length,
    last,
    answer: async (found: string) => {
      last().resolve(found)
      await vi.advanceTimersByTimeAsync(0)
    },
    fail: async () => {
      last().reject(new Error('The node does not answer.'))
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
