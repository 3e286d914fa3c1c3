// Test helpers of the wallet. Not part of the app.

import { type SmallStore, StorageError, type StorageProblem, type TextStore } from '../device/storage.ts'
import { argon2InWasm } from './argon2InWasm.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import type { Kdf } from './vault.ts'

/** The real Argon2id with the cheapest parameters. */
export const cheapKdf: Kdf = { derive: argon2InWasm, today: { memoryKiB: 8, passes: 1 } }

export const ana = { pin: '271828', password: 'correcto caballo batería grapa' }
export const anasPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
export const luisPhrase = 'lino admitir bolero abrir álbum dejar acelga aprender lino admitir bolero abogado'.normalize('NFKD')

/** An in-memory store. `fails` makes every call reject; `forgets` makes it drop writes silently. */
export type MemoryStore = TextStore & { text: string | undefined; fails: StorageProblem | undefined; forgets: boolean }

export function memoryStore(text?: string): MemoryStore {
  const work = async <T>(what: () => T): Promise<T> => {
    if (store.fails) throw new StorageError(store.fails)
    return what()
  }
  const store: MemoryStore = {
    text,
    fails: undefined,
    forgets: false,
    read: () => work(() => store.text),
    write: (written) =>
      work(() => {
        if (!store.forgets) store.text = written
      }),
    remove: () =>
      work(() => {
        store.text = undefined
      }),
  }
  return store
}

/** A SmallStore in memory. */
export function smallMemoryStore(text?: string): SmallStore {
  let kept = text
  return {
    read: () => kept,
    write: (written) => {
      kept = written
    },
    remove: () => {
      kept = undefined
    },
  }
}

/** A throttle that stores its count in memory. */
export function memoryThrottle(clock: () => number = Date.now): Throttle {
  return createThrottle({ store: smallMemoryStore(), clock })
}
