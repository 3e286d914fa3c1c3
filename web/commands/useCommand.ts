import { useEffect, useState } from 'react'
import { useEntries } from '../board/useBoard.ts'
import type { Progress } from '../chain/outbox/outbox.ts'
import { feeToAgree, type Refusal, refusalOf } from '../chain/send/refusal.ts'
import type { Wei } from '../loans/units.ts'
import type { Command } from './command.ts'
import { useOneAtATime } from './useOneAtATime.ts'
import { useSending } from './useSending.tsx'

/**
 * Sends one command at a time and follows it to its end. Clicks while one is pending are ignored. `isShown`: whether its
 * progress is on screen; otherwise its end is announced as that of any other.
 */
export function useCommand(isShown = true) {
  const { send, follow } = useSending()
  const [current, setCurrent] = useState<{ intent: string; isSending: boolean; agreed?: Wei | undefined; refusal?: Refusal }>()

  const preparing = useOneAtATime()
  /**
   * `settled`: the fee that the user agrees to, which may still be pending. Also returns the refusal, for a caller that may be
   * unmounted by then.
   */
  const run = async (command: Command, settled: () => Promise<Wei | undefined>): Promise<Refusal | undefined> =>
    isBusy ? undefined : preparing.run(() => sendOne(command, settled))

  const sendOne = async (command: Command, settled: () => Promise<Wei | undefined>): Promise<Refusal | undefined> => {
    const intent = crypto.randomUUID()
    setCurrent({ intent, isSending: true })
    try {
      const agreed = await settled()
      setCurrent({ intent, isSending: true, agreed })
      await send(intent, command, agreed)
      setCurrent({ intent, isSending: false, agreed })
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      if (feeToAgree(refusal) !== undefined) preparing.hold()
      setCurrent({ intent, isSending: false, refusal })
      return refusal
    }
  }

  const intent = current?.intent
  useEffect(() => {
    return intent && isShown ? follow(intent) : undefined
  }, [intent, isShown, follow])

  const stage = useEntries((entries) => entries.find((entry) => entry.intent === intent)?.stage)
  const progress: Progress = !current
    ? { at: 'idle' }
    : current.refusal
      ? { at: 'refused', refusal: current.refusal }
      : // Stored before it is broadcast: its stage says something once that was tried.
        current.isSending && (!stage || stage.at === 'kept')
        ? { at: 'preparing' }
        : // The outbox forgets what ended long ago.
          (stage ?? { at: 'idle' })
  const isBusy = !['idle', 'refused', 'done'].includes(progress.at)

  /** The fee to agree to with the next click, if the last attempt was refused because the fee rose. */
  const risen = progress.at === 'refused' ? feeToAgree(progress.refusal) : undefined

  /** Forgets how the last one ended. */
  const dismiss = () => {
    if (!isBusy && !preparing.isRunning.current) setCurrent(undefined)
  }

  /** The fee that the user agreed to, while the command is sent and once it is. */
  const agreed = current?.agreed

  return { intent, progress, isBusy, risen, agreed, run, isFree: preparing.isFree, dismiss }
}
