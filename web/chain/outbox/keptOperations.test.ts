import { getBlock } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { ana, client, node, open, publish, standBefore, transactionsOf, withSenders } from '../send/senders.testing.ts'
import { type MemoryOutbox, memoryOutbox } from '../send/tabs.testing.ts'

withSenders()

test('what is kept belongs to one account on one chain', async () => {
  const { sender, names } = open(ana)
  await sender.send('a', publish(5))
  const { hash } = await getBlock(client, { blockNumber: 0n })
  expect(names).toEqual([`${ana.address}.31337.${hash}`])
})

test('a local chain that is reset under an open page has an outbox of its own, and gets nothing of the old one', async () => {
  await client.setAutomine(false)
  const stores = new Map<string, MemoryOutbox>()
  const { sender, names, entries } = open(ana, undefined, (name) => {
    const store = stores.get(name) ?? memoryOutbox()
    stores.set(name, store)
    return store
  })
  await sender.send('a', publish(5))
  await sender.settleAll()
  expect(entries()).toHaveLength(1)

  await standBefore({ chainId: 31337 })
  const before = await transactionsOf(ana)
  await sender.settleAll()
  expect(entries()).toEqual([])
  expect(new Set(names).size).toBe(2)
  expect(await transactionsOf(ana)).toBe(before)
  await sender.send('b', publish(5))
  expect(entries().map(({ intent }) => intent)).toEqual(['b'])
  expect([...stores.values()].map(({ text }) => text?.match(/"intent":"(.)"/)?.[1])).toEqual(['a', 'b'])
})

describe('signed operations that cannot be read', () => {
  test('damaged: nothing is sent or settled until they are set aside, as they are; then it goes on', async () => {
    const { sender, store, signed, entries, entry } = open(ana)
    await sender.send('a', publish(5))
    const damaged = (store.text ?? '').replace('"intent"', '"intend"')
    store.text = damaged
    await expect(sender.settleAll()).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
    await expect(sender.send('b', publish(5))).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
    expect([store.text, signed.length]).toEqual([damaged, 1])

    await sender.setAsideDamaged()
    expect([store.text, store.aside]).toEqual([undefined, [damaged]])
    expect(entries()).toEqual([])
    await sender.send('b', publish(5))
    await sender.settleAll()
    expect(entry('b').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
    expect(store.aside).toEqual([damaged])
  })

  test('damaged, and there is no place to set them aside: they stay, and so does the refusal', async () => {
    const { sender, store } = open(ana)
    const setAside = () => Promise.reject(new Error('full'))
    store.read = async () => [{ text: undefined, setAside }]
    await expect(sender.setAsideDamaged()).rejects.toMatchObject({ refusal: { name: 'NotKept' } })
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'OutboxDamaged' } })
  })

  test('a node that claims an impossible block does not damage them', async () => {
    await client.setAutomine(false)
    const { sender, entry } = open(ana)
    await sender.send('a', publish(5))
    node.breakWith(async ({ ask, answer, params }) => {
      const text = await ask()
      const number = `"number":"0x${'f'.repeat(60)}"`
      answer(params[0] === 'latest' ? text.replace(/"number":"0x[0-9a-f]+"/, number) : text)
    }, 'eth_getBlockByNumber')
    await sender.settleAll().catch(() => {})
    await node.heal()
    await client.mine({ blocks: 1 })
    await sender.settleAll()
    expect(entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'confirmed' } })
  })

  test('of a later version: said as such, and never set aside', async () => {
    const { sender, store } = open(ana)
    store.text = '{"version":99,"entries":[]}'
    await expect(sender.send('a', publish(5))).rejects.toMatchObject({ refusal: { name: 'OutboxNewer' } })
    await expect(sender.setAsideDamaged()).rejects.toMatchObject({ refusal: { name: 'OutboxNewer' } })
    expect([store.text, store.aside]).toEqual(['{"version":99,"entries":[]}', []])
  })

  test('storage that does not answer: said as such, not as a network that is down', async () => {
    const { sender, store, signed } = open(ana)
    store.read = () => Promise.reject(new Error('blocked'))
    for (const attempt of [sender.settleAll(), sender.send('a', publish(5))]) {
      await expect(attempt).rejects.toMatchObject({ refusal: { name: 'OutboxUnreadable' } })
    }
    expect(signed).toHaveLength(0)
  })
})
