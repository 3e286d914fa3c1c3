import { useEffect, useRef, useState } from 'react'
import type { Progress } from '../../chain/outbox.ts'
import { type Refusal, refusalOf } from '../../chain/refusal.ts'
import type { Command } from '../../loans/command.ts'
import { useSender } from './useSender.tsx'

/** Sends one command at a time and follows it to its end. Clicks while one is pending are ignored. */
export function useCommand() {
  const { send, entries, follow } = useSender()
  const [current, setCurrent] = useState<{ intent: string; refusal?: Refusal }>()

  // A ref, because a second click may come before the state update is rendered.
  const isPreparing = useRef(false)
  /** Also returns the refusal, for a caller that may be unmounted by then. */
  const run = async (command: Command): Promise<Refusal | undefined> => {
    if (isBusy || isPreparing.current) return undefined
    isPreparing.current = true
    const intent = crypto.randomUUID()
    setCurrent({ intent })
    try {
      await send(intent, command)
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      setCurrent({ intent, refusal })
      return refusal
    } finally {
      isPreparing.current = false
    }
  }

  const intent = current?.intent
  useEffect(() => {
    return intent ? follow(intent) : undefined
  }, [intent, follow])

  const stage = entries.find(({ intent }) => intent === current?.intent)?.stage
  const progress: Progress = !current
    ? { at: 'idle' }
    : (stage ?? (current.refusal ? { at: 'refused', refusal: current.refusal } : { at: 'preparing' }))
  const isBusy = !['idle', 'refused', 'done'].includes(progress.at)

  return { progress, isBusy, run }
}
