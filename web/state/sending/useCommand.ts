import { useEffect, useRef, useState } from 'react'
import type { Progress } from '../../chain/outbox.ts'
import { type Refusal, refusalOf } from '../../chain/refusal.ts'
import type { Command } from '../../loans/command.ts'
import { useSender } from './useSender.tsx'

/** Gives one command at a time and follows it to its end. A second click while it is under way is the same click. */
export function useCommand() {
  const { send, entries, followed } = useSender()
  const [current, setCurrent] = useState<{ intent: string; refusal?: Refusal }>()

  // Two clicks may come before the page was drawn once.
  const isPreparing = useRef(false)
  /** Gives the refusal too, to whoever is gone by then. */
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
    if (!intent) return
    followed.add(intent)
    return () => {
      followed.delete(intent)
    }
  }, [intent, followed])

  const stage = entries.find(({ intent }) => intent === current?.intent)?.stage
  const progress: Progress = !current
    ? { at: 'idle' }
    : (stage ?? (current.refusal ? { at: 'refused', refusal: current.refusal } : { at: 'preparing' }))
  const isBusy = !['idle', 'refused', 'done'].includes(progress.at)

  return { progress, isBusy, run }
}
