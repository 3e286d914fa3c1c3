import { stringify } from 'viem'
import { getBlock } from 'viem/actions'
import { networkOf } from '../chains.ts'
import type { Command } from '../loans/command.ts'
import { client } from './clients.ts'
import { createOutbox, type Entry, lastOf, type Signed, type Stage, type Store } from './outbox.ts'
import { type Place, type Prepared, prepare, prepareAnnulment, type Replaced } from './prepare.ts'
import { Refused } from './refusal.ts'
import { broadcast, settle } from './settle.ts'
import { signChecked } from './signChecked.ts'
import type { Signer } from './signer.ts'

type Options = {
  signer: Signer
  place: Place
  /** Opens the storage of the outbox; the name is made of account and chain. */
  openStore: (name: string) => Promise<Store>
  /** A lock across tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Called with the entries when they differ from the last call's. */
  onChange: (entries: readonly Entry[]) => void
}

export type Sender = {
  /** The most that a command's fee can be, in wei. Rejects with a Refused where the command would fail. */
  quote: (command: Command) => Promise<bigint>
  /** Resolves once it is signed, stored and broadcast. Rejects with a Refused: then nothing was sent. */
  send: (intent: string, command: Command) => Promise<void>
  /** Replaces its transaction by the same one with a higher fee. */
  speedUp: (intent: string) => Promise<void>
  /** Replaces its transaction by an empty one. */
  annul: (intent: string) => Promise<void>
  /** Updates the stage of every entry that is not done, and broadcasts again what the network forgot. */
  settleAll: () => Promise<void>
}

/** The one path of every command: simulate → sign → store → broadcast → settle. */
export function createSender({ signer, place, openStore, exclusively, onChange }: Options): Sender {
  let opened: Promise<ReturnType<typeof createOutbox>> | undefined

  // The genesis hash tells chains with the same id apart, such as a local one before and after a reset.
  const open = async () => {
    const genesis = networkOf(place.chainId)?.genesis ?? (await getBlock(client, { blockNumber: 0n })).hash
    return createOutbox(await openStore(`${signer.address}.${place.chainId}.${genesis}`))
  }
  const outbox = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw new Refused('NoNetwork', [], error)
    })
    return opened
  }

  let reported: string | undefined
  const report = (entries: readonly Entry[]) => {
    const text = stringify(entries)
    if (text !== reported) onChange(entries)
    reported = text
  }

  /** Reads, changes and stores the entries under the lock. */
  const change = <T>(work: (entries: readonly Entry[]) => Promise<{ entries: readonly Entry[]; result: T }>): Promise<T> =>
    exclusively(async () => {
      const box = await outbox()
      const before = await box.read()
      const { entries, result } = await work(before)
      if (entries !== before) {
        await box.write(entries).catch((error: unknown) => {
          throw new Refused('NotKept', [], error)
        })
      }
      report(entries)
      return result
    })

  const sign = async ({ unsigned, at, permitDeadline }: Prepared, purpose: Signed['purpose']): Promise<Signed> => {
    const { maxFeePerGas, maxPriorityFeePerGas } = unsigned
    return { ...(await signChecked(signer, unsigned)), purpose, at, maxFeePerGas, maxPriorityFeePerGas, permitDeadline }
  }

  const send = async (intent: string, command: Command) => {
    const signed = await change(async (entries) => {
      const isKnown = entries.some((entry) => entry.intent === intent)
      if (isKnown) return { entries, result: undefined }
      const prepared = await prepare(command, signer, place)
      const nonce = freeNonce(entries, prepared)
      const result = await sign({ ...prepared, unsigned: { ...prepared.unsigned, nonce } }, 'do')
      const entry: Entry = { intent, command, nonce, transactions: [result], stage: { at: 'sent', waited: 0 } }
      return { entries: [...entries, entry], result }
    })
    if (signed) await broadcastFirst(intent, signed)
  }

  /** Signs a replacement transaction for the same intent, with the same nonce. */
  const replace = async (intent: string, signReplacement: (entry: Entry, last: Replaced) => Promise<Signed>) => {
    const signed = await change(async (entries) => {
      const entry = entries.find((other) => other.intent === intent)
      if (entry?.stage.at !== 'sent') return { entries, result: undefined }
      const result = await signReplacement(entry, { ...lastOf(entry), nonce: entry.nonce })
      const changed: Entry = {
        ...entry,
        transactions: [...entry.transactions, result],
        stage: { at: 'sent', waited: 0 },
      }
      return { entries: entries.map((other) => (other === entry ? changed : other)), result }
    })
    if (signed) await broadcastFirst(intent, signed)
  }

  const signAnnulment = async (last: Replaced) => sign(await prepareAnnulment(signer, place, last), 'annul')

  const speedUp = (intent: string) =>
    replace(intent, async (entry, last) =>
      lastOf(entry).purpose === 'annul' ? signAnnulment(last) : sign(await prepare(entry.command, signer, place, last), 'do'),
    )

  const annul = (intent: string) => replace(intent, (_, last) => signAnnulment(last))

  /** Broadcasts for the first time and stores why the node rejected it, if it did. */
  const broadcastFirst = async (intent: string, signed: Signed) => {
    const problem = await broadcast(signed)
    // It is stored and sent already: a failure to store the problem is left to the next settleAll.
    if (problem) await move(intent, signed, { at: 'sent', waited: 0, problem }).catch(() => {})
  }

  /** Stores an entry's new stage, unless the transaction was replaced in the meantime. */
  const move = (intent: string, seen: Signed, stage: Stage) =>
    change(async (entries) => {
      const moved = entries.map((entry) =>
        entry.intent === intent && entry.stage.at !== 'done' && lastOf(entry).hash === seen.hash ? { ...entry, stage } : entry,
      )
      return { entries: moved, result: undefined }
    })

  const settleAll = async () => {
    const entries = await (await outbox()).read()
    report(entries)
    for (const entry of entries.filter(({ stage }) => stage.at !== 'done')) {
      const stage = await settle(entry, signer.address, place)
      if (stringify(stage) !== stringify(entry.stage)) await move(entry.intent, lastOf(entry), stage)
    }
  }

  const quote = async (command: Command) => {
    const { unsigned } = await prepare(command, signer, place)
    return unsigned.gas * unsigned.maxFeePerGas
  }

  return { quote, send, speedUp, annul, settleAll }
}

/**
 * The account's next nonce, not below those of our mined transactions, which a lagging node may not count yet. Refuses while
 * another command is pending: a transaction behind a nonce gap would wait for one that may never be mined.
 */
function freeNonce(entries: readonly Entry[], { unsigned, seen }: Prepared): number {
  const mined = entries.filter(({ stage }) => stage.at === 'mined')
  const nonce = Math.max(unsigned.nonce, ...mined.map((entry) => entry.nonce + 1))
  if (entries.some((entry) => entry.nonce === nonce && entry.stage.at !== 'done')) throw new Refused('Busy')
  if (seen > nonce) throw new Refused('BusyElsewhere')
  return nonce
}
