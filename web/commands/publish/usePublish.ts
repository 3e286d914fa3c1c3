import { useState } from 'react'
import { useBoard, useEntries } from '../../board/useBoard.ts'
import type { Progress } from '../../chain/outbox/outbox.ts'
import { parseAddress } from '../../chain/read/parseAddress.ts'
import { addresseeProblem, type ProposalKind } from '../../loans/loan.ts'
import { useWallet } from '../../session/session.tsx'
import { isEmpty, keyOf } from '../command.ts'
import { useCommand } from '../useCommand.ts'
import { useFee } from '../useFee.ts'
import { useSending } from '../useSending.tsx'
import { checkDraft, type Draft, EMPTY_DRAFT, type Mistake, type Publishing, sampleOf } from './draft.ts'

type Submitted = { draft: Draft; command: Publishing }

/**
 * The draft of an offer or a request: publishes it as it was typed, at the fee that is shown, and follows it to its end.
 * `isShown`: whether the form is on screen. Its draft lives on while it is not, and how it ends is announced as for others.
 * `showsFee`: false while the draft is to be shared by link.
 */
export function usePublish(kind: ProposalKind, isShown: boolean, showsFee: boolean) {
  const { address } = useWallet()
  const { quoteSample } = useSending()
  const isAble = useBoard(({ book }) => book !== undefined)
  const newest = useEntries((entries) => entries.filter(({ command }) => !isEmpty(command)).at(-1)?.intent)
  const { intent, progress: lastProgress, isBusy, risen, agreed, run, isFree, dismiss } = useCommand(isShown)
  const [typed, setTyped] = useState(EMPTY_DRAFT)
  const [submitted, setSubmitted] = useState<Submitted>()

  // Something that was sent later may have undone it: 'Oferta publicada' must not outlive the offer. An empty operation, which
  // made way for it, has not.
  const isOutdated = isConfirmed(lastProgress) && newest !== intent
  const progress: Progress = isOutdated ? { at: 'idle' } : lastProgress
  // P8: empty again when it ends, well or not. A fee that rose only asks again.
  const isSpent = typed === submitted?.draft && !isBusy && risen === undefined
  const draft = isSpent ? EMPTY_DRAFT : typed

  const isOver = progress.at === 'done' || (progress.at === 'refused' && risen === undefined)
  /** The last attempt, where it failed and can be sent again as it was. */
  const failed = isOver && !isConfirmed(progress) ? submitted : undefined
  const next = draft === EMPTY_DRAFT && failed ? failed.draft : draft
  const sample = sampleOf(kind, next, address, parseAddress(next.to))
  const isTyping = next !== EMPTY_DRAFT
  const isWanted = isAble && isShown && (showsFee || failed !== undefined) && !isBusy
  // Requested again when the user begins to type, and polled only from then on.
  const quote = useFee(keyOf(sample), isTyping, () => quoteSample(sample), isWanted, isTyping)
  const fee = (isBusy ? agreed : risen) ?? quote.fee

  const change = (changes: Partial<Draft>) => {
    if (isOver || risen !== undefined) dismiss()
    setTyped({ ...draft, ...changes })
  }

  const clear = () => setTyped(EMPTY_DRAFT)

  /** Returns the first mistake; undefined: it is being published. */
  const publish = (given: Draft = draft): Mistake | undefined => {
    const checked = checkDraft(kind, given, address, parseAddress(given.to))
    if (!checked.ok) {
      if (isOver) dismiss()
      return checked.mistake
    }
    if (!isFree()) return undefined
    setTyped(given)
    setSubmitted({ draft: given, command: checked.command })
    run(checked.command, async () => risen ?? quote.settled())
    return undefined
  }

  /** Whether 'Para' or 'A' holds an address that can take it. */
  const isForOne = addresseeProblem(address, parseAddress(draft.to)) === undefined
  /** The id of what was published last, while it stands. */
  const made = progress.at === 'done' && progress.outcome.kind === 'confirmed' ? progress.outcome.made : undefined
  const published = made === undefined ? undefined : submitted && { ...submitted, id: made }
  return { draft, change, clear, progress, isBusy, fee, risen, failed, published, isForOne, publish }
}

function isConfirmed(progress: Progress): boolean {
  return progress.at === 'done' && progress.outcome.kind === 'confirmed'
}
