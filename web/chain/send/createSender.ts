import { parseTransaction, stringify } from 'viem'
import { getTransactionCount } from 'viem/actions'
import type { Command } from '../../commands/command.ts'
import type { SignedPayment, SignedRequest } from '../../loans/signed.ts'
import type { Wei } from '../../loans/units.ts'
import { client } from '../node/clients.ts'
import { deviceSeconds } from '../node/deviceClock.ts'
import { readFees, replacing } from '../node/fees.ts'
import { genesisOf } from '../node/genesisOf.ts'
import { createOutbox, type Store } from '../outbox/createOutbox.ts'
import { asOld, type Entry, lastOf, type SignedTransaction, type Stage } from '../outbox/outbox.ts'
import { inParts } from '../read/inParts.ts'
import { type Asked, signPayment, signRequest } from '../signed/sign.ts'
import { hasPending, isSettled, isWaiting, lostIn, nextNonce } from './nonces.ts'
import {
  type Deployment,
  type Fee,
  feeWithin,
  gasOfEmpty,
  type PreparedTransaction,
  prepare,
  quote,
  whyImpossible,
} from './prepare.ts'
import { asRefused, type Refusal, Refused } from './refusal.ts'
import { afterBroadcast, broadcast, settle } from './settle.ts'
import { signChecked } from './signChecked.ts'
import type { Signer } from './signer.ts'

/** The purpose of a replacement transaction. */
export type Purpose = SignedTransaction['purpose']

type Options = {
  signer: Signer
  deployment: Deployment
  /** Opens the storage of the outbox; the name is made of account and chain. */
  openStore: (name: string) => Promise<Store>
  /** A lock across tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Called with the entries when they differ from the last call's. */
  onChange: (entries: readonly Entry[]) => void
}

export type Sender = {
  /**
   * The highest fee of a command. Undefined if the node cannot measure it before a permit is signed. Rejects with a Refused if the
   * command would fail.
   */
  quote: (command: Command) => Promise<Fee | undefined>
  /** The same for a command that stands in for a command that costs as much, even if the account cannot pay for it. */
  quoteSample: (command: Command) => Promise<Fee | undefined>
  /** The same for a replacement transaction. */
  quoteReplacement: (intent: string, purpose: Purpose) => Promise<Fee>
  /** Why each of these commands would fail by itself; undefined for those that would not, as far as is known. */
  findRefusals: (commands: readonly Command[]) => Promise<(Refusal | undefined)[]>
  /**
   * Resolves once it is signed, stored and broadcast. Rejects with a Refused if nothing was sent. `agreed`: the highest fee to pay,
   * MAX_FEE if undefined.
   */
  send: (intent: string, command: Command, agreed: Wei | undefined) => Promise<void>
  /** Replaces its transaction by the same one with a higher fee (`do`), or by an empty one (`annul`). */
  replace: (intent: string, purpose: Purpose, agreed: Wei | undefined) => Promise<void>
  /** Updates the stage of every entry that is not done, and broadcasts again what the network forgot. */
  settleAll: () => Promise<void>
  /** These sign without sending anything: whoever gets it sends it. */
  signRequest: (asked: Asked) => Promise<SignedRequest>
  signPayment: (payment: Parameters<typeof signPayment>[0]) => Promise<SignedPayment>
  /** Whether the account has a pending transaction that is none of ours. */
  isBusyElsewhere: () => Promise<boolean>
  /** Sets a damaged outbox aside. Until then nothing is sent or settled: both reject with `OutboxDamaged`. */
  setAsideDamaged: () => Promise<void>
}

type Outbox = ReturnType<typeof createOutbox>

/** The one path of every command: simulate → sign → store → broadcast → settle. */
export function createSender({ signer, deployment, openStore, exclusively, onChange }: Options): Sender {
  let opened: { genesis: string; box: Outbox } | undefined

  /**
   * The outbox of the chain as it is now: a local one may be reset while this page is open, so its genesis is asked each time.
   */
  const outbox = async () => {
    try {
      const genesis = await genesisOf(deployment.chainId)
      if (opened?.genesis !== genesis) {
        opened = { genesis, box: createOutbox(await openStore(`${signer.address}.${deployment.chainId}.${genesis}`)) }
      }
      return opened.box
    } catch (error) {
      throw asRefused(error)
    }
  }

  /** The one that was opened last, without asking a node. */
  const openedOutbox = async () => opened?.box ?? (await outbox())

  let reported: string | undefined
  const report = (entries: readonly Entry[]) => {
    const text = stringify(entries)
    if (text !== reported) onChange(entries)
    reported = text
  }

  /** Reads, changes and stores the entries under the lock. */
  const change = <T>(
    work: (entries: readonly Entry[]) => Promise<{ entries: readonly Entry[]; result: T }>,
    openBox = outbox,
  ): Promise<T> =>
    exclusively(async () => {
      const box = await openBox()
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

  const sign = async (
    { unsigned, at, signedAt, permitDeadline }: PreparedTransaction,
    purpose: Purpose,
    agreed: Wei | undefined,
  ): Promise<SignedTransaction> => {
    const { maxFeePerGas, maxPriorityFeePerGas } = unsigned
    const { bytes, hash } = await signChecked(signer, unsigned, agreed).catch((error: unknown) => {
      throw asRefused(error)
    })
    const signedOnDeviceAt = deviceSeconds()
    return { bytes, hash, purpose, at, signedAt, signedOnDeviceAt, maxFeePerGas, maxPriorityFeePerGas, permitDeadline }
  }

  const send = async (intent: string, command: Command, agreed: Wei | undefined) => {
    const signed = await change<SignedTransaction | 'lost' | undefined>(async (entries) => {
      const isKnown = entries.some((entry) => entry.intent === intent)
      if (isKnown) return { entries, result: undefined }
      const next = await nextNonce(entries, command, signer.address, deployment)
      if ('lost' in next) return { entries: reopen(entries, next.lost), result: 'lost' }
      const { nonce } = next
      const prepared = await prepare(command, nonce, signer, deployment, agreed)
      const result = await sign(prepared, 'do', agreed)
      const entry: Entry = { intent, command, nonce, transactions: [result], stage: UNSENT }
      return { entries: [...entries, entry], result }
    })
    if (signed === 'lost') {
      // What became of it is shown before the refusal.
      await settleAll().catch(() => {})
      throw new Refused('Busy')
    }
    if (signed) await broadcastFirst(intent, signed)
  }

  /** Signs a replacement transaction for the same intent, with the same nonce. */
  const replace = async (intent: string, wanted: Purpose, agreed: Wei | undefined) => {
    const signed = await change(async (entries) => {
      const entry = entries.find((other) => other.intent === intent)
      if (!entry || !isReplaceable(entry)) return { entries, result: undefined }
      const { command, purpose } = replacementOf(entry, wanted)
      // Asked of one node: with the nonce of the first, it can only happen in its place.
      if ((await minedCount()) > entry.nonce) throw new Refused('AlreadyMined')
      const prepared = await prepare(command, entry.nonce, signer, deployment, agreed, lastOf(entry))
      const result = await sign(prepared, purpose, agreed)
      const changed: Entry = { ...entry, transactions: [...entry.transactions, result], stage: UNSENT }
      return { entries: entries.map((other) => (other === entry ? changed : other)), result }
    })
    if (signed) await broadcastFirst(intent, signed)
  }

  const quoteReplacement = async (intent: string, wanted: Purpose) => {
    try {
      const entry = (await (await openedOutbox()).read()).find((other) => other.intent === intent)
      if (!entry || !isReplaceable(entry)) throw new Refused('AlreadyMined')
      const isEmpty = replacementOf(entry, wanted).purpose === 'annul'
      const [fees, gas] = await Promise.all([readFees(), isEmpty ? gasOfEmpty(signer.address) : gasIn(lastOf(entry))])
      return feeWithin(replacing(fees, lastOf(entry)), gas)
    } catch (error) {
      throw asRefused(error)
    }
  }

  const findRefusals = async (commands: readonly Command[]) => {
    const refusals: (Refusal | undefined)[] = []
    for (const part of inParts(commands, COMMANDS_AT_ONCE)) {
      refusals.push(...(await Promise.all(part.map((command) => whyImpossible(command, signer.address, deployment)))))
    }
    return refusals
  }

  /** Broadcasts for the first time, and stores whether a node took it. */
  const broadcastFirst = async (intent: string, signed: SignedTransaction) => {
    const stage = afterBroadcast(await broadcast(signed), 'kept', 0)
    // It is stored and sent already: a failure to store the stage is left to the next settleAll.
    if (stringify(stage) !== stringify(UNSENT)) await move(intent, signed, stage).catch(() => {})
  }

  /** Stores an entry's new stage, unless the transaction was replaced in the meantime. */
  const move = (intent: string, seen: SignedTransaction, stage: Stage) =>
    change(async (entries) => {
      const moved = entries.map((entry) =>
        entry.intent === intent && entry.stage.at !== 'done' && lastOf(entry).hash === seen.hash ? { ...entry, stage } : entry,
      )
      return { entries: moved, result: undefined }
    }, openedOutbox)

  /** The outbox whose settled entries were looked for in the chain, once after it was opened. */
  let openedWith: Outbox | undefined

  const reopenLost = async (entries: readonly Entry[]): Promise<readonly Entry[]> => {
    const lost = await lostIn(entries, signer.address, deployment)
    if (lost.length === 0) return entries
    return change(async (now) => {
      const reopened = reopen(now, lost)
      return { entries: reopened, result: reopened }
    }, openedOutbox)
  }

  const settleEach = async (): Promise<void> => {
    const box = await openedOutbox()
    const found = await box.read()
    report(found)
    const isOpening = openedWith !== box && found.some(isSettled)
    // Transactions that were signed for a chain that was reset since must not be looked for on the new one, nor be sent to it.
    if ((isOpening || found.some(isUnsettled)) && (await outbox()) !== box) return settleEach()
    // If the nodes do not answer, the next poll asks them.
    const entries = isOpening ? await reopenLost(found).catch(() => undefined) : found
    if (entries) openedWith = box
    const waiting = (entries ?? found).filter(isUnsettled)
    const failures: unknown[] = []
    for (const entry of waiting) {
      try {
        const stage = await settle(entry, signer.address, deployment)
        if (stringify(stage) !== stringify(entry.stage)) await move(entry.intent, lastOf(entry), stage)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures)
  }

  let settling: Promise<void> | undefined
  const settleAll = () => {
    settling ??= settleEach().finally(() => {
      settling = undefined
    })
    return settling
  }

  const minedCount = () =>
    getTransactionCount(client, { address: signer.address }).catch((error: unknown) => {
      throw asRefused(error)
    })

  const isBusyElsewhere = async () => {
    const entries = await (await openedOutbox()).read()
    return !entries.some(isWaiting) && (await hasPending(entries, signer.address, deployment))
  }

  const setAsideDamaged = async () => {
    await exclusively(async () => (await outbox()).setAsideDamaged())
    await settleAll()
  }

  return {
    quote: (command) => quote(command, signer.address, deployment),
    quoteSample: (command) => quote(command, signer.address, deployment, { isSample: true }),
    findRefusals,
    quoteReplacement,
    send,
    replace,
    settleAll,
    isBusyElsewhere,
    signRequest: (asked) => signRequest(asked, signer, deployment),
    signPayment: (payment) => signPayment(payment, signer, deployment),
    setAsideDamaged,
  }
}

/** Each takes two requests, and nodes limit their rate. */
const COMMANDS_AT_ONCE = 5

/** Signed and stored; no node has acknowledged it. */
const UNSENT: Stage = { at: 'kept', waited: 0 }

/** Makes settled entries pending again that the chain does not have any more. */
function reopen(entries: readonly Entry[], lost: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => {
    const { stage } = entry
    if (stage.at !== 'done' || !lost.some(({ intent }) => intent === entry.intent)) return entry
    return { ...(stage.outcome.kind === 'confirmed' ? entry : asOld(entry)), stage: { at: 'sent', waited: 0 } }
  })
}

function isUnsettled({ stage }: Entry): boolean {
  return stage.at !== 'done'
}

function isReplaceable({ stage }: Entry): boolean {
  return stage.at === 'kept' || stage.at === 'sent'
}

/** The effect of a replacement. An annulment that is sped up stays one. */
function replacementOf(entry: Entry, wanted: Purpose): { command: Command; purpose: Purpose } {
  const purpose = lastOf(entry).purpose === 'annul' ? 'annul' : wanted
  return { command: purpose === 'annul' ? { kind: 'annul' } : entry.command, purpose }
}

function gasIn({ bytes }: SignedTransaction): bigint {
  return parseTransaction(bytes as `0x02${string}`).gas ?? 0n
}
