import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { OpenedBackup, Restored } from '../wallet/vault/backup.ts'
import { backup } from './backup.ts'
import { useSession } from './session.tsx'

/** Opens a backup, and keeps it on this device. */
export function useRestoreBackup() {
  const { open } = useSession()
  const [, navigate] = useLocation()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const enter = ({ phrase, address, dataKey }: OpenedBackup) => {
    open({ phrase, address, dataKey })
    navigate('/dashboard')
  }

  return {
    openFile: backup.open,
    inspect: backup.inspect,
    /** Enters if all of it was kept. Whoever left meanwhile, by the browser's Back, finds it on this device and enters themselves. */
    restore: async (opened: OpenedBackup, replace: boolean): Promise<Restored> => {
      const outcome = await backup.restore(opened, { replace })
      if (outcome.kind === 'kept' && outcome.missing.length === 0 && isHere.current) enter(opened)
      return outcome
    },
    enter,
  }
}
