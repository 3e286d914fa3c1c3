import { beforeAll, expect, test } from 'vitest'
import { candidates, readCopies, repairCopies, stateOf } from './copies.ts'
import { ana, anasPhrase, cheapKdf, memoryStore } from './vault.testing.ts'
import { sealVault } from './vault.ts'

let whole: string
beforeAll(async () => {
  whole = (await sealVault({ ...ana, phrase: anasPhrase, revision: 3 }, cheapKdf)).record
})

const flip = (place: number, bit: number) =>
  whole.slice(0, place) + String.fromCharCode(whole.charCodeAt(place) ^ bit) + whole.slice(place + 1)

test('a copy with a bit flipped in any of its bytes is not tried, and is repaired from the whole one', async () => {
  for (let place = 0; place < whole.length; place++) {
    // Another one in each byte: all seven of all bytes take a second.
    const bit = 1 << (place % 7)
    const stores = [memoryStore(flip(place, bit)), memoryStore(whole)]
    const copies = await readCopies(stores)
    expect(candidates(copies), `byte ${place}, bit ${bit}`).toEqual([whole])
    expect(stateOf(copies)).toBe('present')
    await repairCopies(stores, copies, { record: whole, revision: 3 })
    expect(stores.map(({ text }) => text)).toEqual([whole, whole])
  }
})

test('a copy cut off anywhere is not tried, and is repaired from the whole one', async () => {
  for (let length = 0; length < whole.length; length++) {
    const stores = [memoryStore(whole), memoryStore(whole.slice(0, length))]
    const copies = await readCopies(stores)
    expect(candidates(copies)).toEqual([whole])
    await repairCopies(stores, copies, { record: whole, revision: 3 })
    expect(stores.map(({ text }) => text)).toEqual([whole, whole])
  }
})

test('a first place that does not keep what it is given leaves the second one as it was', async () => {
  const stores = [memoryStore(whole), memoryStore(whole)]
  const copies = await readCopies(stores)
  if (stores[0]) stores[0].forgets = true
  await repairCopies(stores, copies, { record: 'a newer one', revision: 4 })
  expect(stores.map(({ text }) => text)).toEqual([whole, whole])
})
