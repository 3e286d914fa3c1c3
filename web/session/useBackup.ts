import type { WrittenBackup } from '../wallet/vault/backup.ts'
import { backup } from './backup.ts'
import { useWallet } from './session.tsx'

/** The backup of the wallet that is open; undefined where its vault is no longer on this device. */
export function useBackup() {
  const { phrase, address, dataKey } = useWallet()
  return async (): Promise<WrittenBackup | undefined> => dataKey && backup.write({ phrase, address, dataKey })
}
