import { recipientOf } from '../../commands/command.ts'
import { isUnusableOutbox, Refused } from '../send/refusal.ts'
import { decodeEntries, encodeEntries } from './decodeEntries.ts'
import { type Entry, isSent } from './outbox.ts'

/** Sealed storage on this device. Reads may find a copy in two places; writes go to one. */
export type Store = { read(): Promise<readonly Copy[]>; write(text: string): Promise<void> }

type Copy = {
  /** Undefined: it cannot be unsealed, or is lost. */
  text: string | undefined
  isLost?: boolean
  /** Moves it out of the way without deleting it. */
  setAside(): Promise<void>
}

/**
 * How many finished entries are kept, so that other tabs can announce them, and that one which a reorganisation undoes can be
 * sent again.
 */
const MAX_DONE = 10
/** Beyond these, of how many recipients the last transfer is kept: an address that one sent to before is not a new one. */
const MAX_RECIPIENTS = 50

export function createOutbox(store: Store) {
  const readCopies = () =>
    store.read().catch((error: unknown) => {
      throw new Refused('OutboxUnreadable', [], error)
    })
  return {
    /** Rejects with a Refused where a copy cannot be read or decoded. */
    read: async (): Promise<Entry[]> => {
      const entries = (await readCopies()).flatMap(entriesIn)
      return [...new Map(entries.map((entry) => [entry.intent, entry])).values()]
    },
    /** Sets the damaged copies aside and forgets lost ones: afterwards the outbox has what the others hold. */
    setAsideDamaged: async (): Promise<void> => {
      for (const copy of await readCopies()) {
        if (!isUnusable(copy)) continue
        await copy.setAside().catch((error: unknown) => {
          throw new Refused('NotKept', [], error)
        })
      }
    },
    write: async (entries: readonly Entry[]): Promise<void> => {
      const waiting = entries.filter(({ stage }) => stage.at !== 'done')
      const text = encodeEntries([...keptOf(entries.filter(({ stage }) => stage.at === 'done')), ...waiting])
      // Throws rather than store what could not be read again: a node may have answered with an impossible number.
      decodeEntries(text)
      await store.write(text)
    },
  }
}

/** The newest, and the last transfer to each recipient, without its bytes. */
function keptOf(done: readonly Entry[]): Entry[] {
  const sent = done.filter(isSent)
  const lastTo = new Map(sent.map((entry) => [recipientOf(entry.command)?.toLowerCase(), entry]))
  const remembered = sent
    .filter((entry) => lastTo.get(recipientOf(entry.command)?.toLowerCase()) === entry)
    .slice(-MAX_RECIPIENTS)
  const newest = done.slice(-MAX_DONE)
  return done.flatMap((entry) => {
    if (newest.includes(entry)) return [entry]
    return remembered.includes(entry) ? [{ ...entry, transactions: [] }] : []
  })
}

function entriesIn({ text, isLost }: Copy): Entry[] {
  if (isLost) throw new Refused('OutboxLost')
  return decodeEntries(text)
}

function isUnusable(copy: Copy): boolean {
  try {
    entriesIn(copy)
    return false
  } catch (error) {
    return error instanceof Refused && isUnusableOutbox(error.refusal.name)
  }
}
