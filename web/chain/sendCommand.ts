import { stringify } from 'viem'
import { getBlock } from 'viem/actions'
import { networkOf } from '../chains.ts'
import type { Command } from '../loans/command.ts'
import { client } from './clients.ts'
import { createOutbox, type Entry, type Signed, type Stage, type Store } from './outbox.ts'
import { type Outbid, type Place, type Prepared, prepare, prepareNothing } from './prepare.ts'
import { Refused } from './refusal.ts'
import { broadcast, lastOf, settle } from './settle.ts'
import { signChecked } from './signChecked.ts'
import type { Signer } from './signer.ts'

type Options = {
  signer: Signer
  place: Place
  /** Where what was signed is kept, under the name of account and chain. */
  openStore: (name: string) => Promise<Store>
  /** One sender at a time, in all tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  onChange: (entries: readonly Entry[]) => void
}

export type Sender = {
  /** What a command would cost at most, in wei. Rejects with a Refused where it cannot be carried out. */
  quote: (command: Command) => Promise<bigint>
  /** Resolves when it is signed, kept and sent for the first time. Rejects with a Refused: then nothing was sent. */
  send: (intent: string, command: Command) => Promise<void>
  /** The same again with a higher fee. */
  speedUp: (intent: string) => Promise<void>
  /** Nothing, in its place. */
  annul: (intent: string) => Promise<void>
  /** Looks after what is under way: now, and from then on by itself. */
  settleAll: () => Promise<void>
}

/** One path for all: simulate → sign → keep → send → settle. */
export function createSender({ signer, place, openStore, exclusively, onChange }: Options): Sender {
  let opened: Promise<ReturnType<typeof createOutbox>> | undefined

  // Block 0 tells this chain from every other with its number, a local one that was begun anew too.
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

  /** Reads, changes and keeps the entries, while no other tab does. */
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
      onChange(entries)
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
    if (signed) await report(intent, signed)
  }

  /** Another transaction for the same intent, in the place of the last one. */
  const outbid = async (intent: string, replace: (entry: Entry, last: Outbid) => Promise<Signed>) => {
    const signed = await change(async (entries) => {
      const entry = entries.find((other) => other.intent === intent)
      if (entry?.stage.at !== 'sent') return { entries, result: undefined }
      const result = await replace(entry, { ...lastOf(entry), nonce: entry.nonce })
      const changed: Entry = {
        ...entry,
        transactions: [...entry.transactions, result],
        stage: { at: 'sent', waited: 0 },
      }
      return { entries: entries.map((other) => (other === entry ? changed : other)), result }
    })
    if (signed) await report(intent, signed)
  }

  const nothing = async (last: Outbid) => sign(await prepareNothing(signer, place, last), 'annul')

  const speedUp = (intent: string) =>
    outbid(intent, async (entry, last) =>
      lastOf(entry).purpose === 'annul' ? nothing(last) : sign(await prepare(entry.command, signer, place, last), 'do'),
    )

  const annul = (intent: string) => outbid(intent, (_, last) => nothing(last))

  /** The first sending, and what the node says of it. */
  const report = async (intent: string, signed: Signed) => {
    const problem = await broadcast(signed)
    // It is kept and sent: what is not noted now, the next round finds out.
    if (problem) await move(intent, signed, { at: 'sent', waited: 0, problem }).catch(() => {})
  }

  /** An entry's new stage, unless it was outbid in the meantime. */
  const move = (intent: string, seen: Signed, stage: Stage) =>
    change(async (entries) => {
      const moved = entries.map((entry) =>
        entry.intent === intent && entry.stage.at !== 'done' && lastOf(entry).hash === seen.hash ? { ...entry, stage } : entry,
      )
      return { entries: moved, result: undefined }
    })

  const settleAll = async () => {
    const entries = await (await outbox()).read()
    onChange(entries)
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
 * The next nonce by what the chain has, and by what is known to be in it where the node lags. One that waits keeps its own to
 * itself: the next command comes after it, so that none ever hangs behind another that never happens.
 */
function freeNonce(entries: readonly Entry[], { unsigned, seen }: Prepared): number {
  const mined = entries.filter(({ stage }) => stage.at === 'mined')
  const nonce = Math.max(unsigned.nonce, ...mined.map((entry) => entry.nonce + 1))
  if (entries.some((entry) => entry.nonce === nonce && entry.stage.at !== 'done')) throw new Refused('Busy')
  if (seen > nonce) throw new Refused('BusyElsewhere')
  return nonce
}
