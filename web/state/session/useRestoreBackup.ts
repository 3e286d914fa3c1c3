import { useLocation } from 'wouter'
import type { OpenedBackup } from '../../wallet/vault/backup.ts'
import { backup } from './backup.ts'
import { useSession } from './session.tsx'

/** Opens a backup, and keeps it on this device. */
export function useRestoreBackup() {
  const { open } = useSession()
  const [, navigate] = useLocation()
  return {
    openFile: backup.open,
    /** Resolves to why it was not kept, if so. */
    restore: async (opened: OpenedBackup, replace: boolean) => {
      const outcome = await backup.restore(opened, { replace })
      if (outcome.kind !== 'kept') return outcome
      const { phrase, address, dataKey } = opened
      open({ phrase, address, dataKey })
      navigate('/dashboard')
      return undefined
    },
  }
}
