import { describe, expect, test, vi } from 'vitest'
import { createListeners, createValue, lastResult } from './store.ts'

describe('a watched value', () => {
  test('tells of every change, with the new value in place, and of nothing that stays the same', () => {
    const value = createValue(1)
    const seen: number[] = []
    const stop = value.subscribe(() => seen.push(value.get()))
    value.set(2)
    value.set(2)
    value.set(3)
    stop()
    value.set(4)
    expect([seen, value.get()]).toEqual([[2, 3], 4])
  })
})

describe('listeners', () => {
  test('the first begins something, which ends with the last one, and can begin again', () => {
    const end = vi.fn()
    const begin = vi.fn(() => end)
    const { add } = createListeners(begin)
    const [stopFirst, stopSecond] = [add(() => {}), add(() => {})]
    stopFirst()
    expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([1, 0])
    stopSecond()
    // Whoever stops twice ends nothing of others.
    stopSecond()
    expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([1, 1])
    const stopThird = add(() => {})
    stopFirst()
    expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([2, 1])
    stopThird()
    expect(end).toHaveBeenCalledTimes(2)
  })

  test('the same function can listen twice, and one that stops while others are told spares none of them', () => {
    const { add, notify } = createListeners()
    const listener = vi.fn()
    const stop = add(listener)
    add(listener)
    const stopHere = add(() => stopHere())
    const last = vi.fn()
    add(last)
    notify()
    expect([listener.mock.calls.length, last.mock.calls.length]).toEqual([2, 1])
    stop()
    notify()
    expect([listener.mock.calls.length, last.mock.calls.length]).toEqual([3, 2])
  })
})

test('a result is computed again only for other arguments, by identity, and NaN is itself', () => {
  const work = vi.fn((list: readonly number[], factor: number) => list.map((one) => one * factor))
  const times = lastResult(work)
  const list = [1, 2]
  const doubled = times(list, 2)
  expect(times(list, 2)).toBe(doubled)
  expect(times([1, 2], 2)).not.toBe(doubled)
  expect(times(list, Number.NaN)).toBe(times(list, Number.NaN))
  expect(work).toHaveBeenCalledTimes(3)
})
