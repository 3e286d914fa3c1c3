import { useRef, useState } from 'react'
import type { Progress } from '../chain/outbox.ts'
import { type Refusal, refusalOf } from '../chain/refusal.ts'
import type { Command } from '../loans/command.ts'
import { useSender } from './useSender.tsx'

/** Gives one command at a time and follows it to its end. A second click while it is under way is the same click. */
export function useCommand() {
  const { send, entries } = useSender()
  const [current, setCurrent] = useState<{ intent: string; refusal?: Refusal }>()

  // Two clicks may come before the page was drawn once.
  const isPreparing = useRef(false)
  const run = async (command: Command): Promise<void> => {
    if (isBusy || isPreparing.current) return
    isPreparing.current = true
    const intent = crypto.randomUUID()
    setCurrent({ intent })
    try {
      await send(intent, command)
    } catch (error) {
      setCurrent({ intent, refusal: refusalOf(error) })
    } finally {
      isPreparing.current = false
    }
  }

  const stage = entries.find(({ intent }) => intent === current?.intent)?.stage
  const progress: Progress = !current
    ? { at: 'idle' }
    : current.refusal
      ? { at: 'refused', refusal: current.refusal }
      : (stage ?? { at: 'preparing' })
  const isBusy = !['idle', 'refused', 'done'].includes(progress.at)

  return { progress, isBusy, run }
}
