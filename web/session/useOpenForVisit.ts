import { useEffect } from 'react'
import { accountFrom } from '../wallet/phrase/account.ts'
import { useSession } from './session.tsx'

/** Opens a phrase that is not kept on the device, for this visit only. Returns whether a wallet is open. */
export function useOpenForVisit(): boolean {
  const { phrase, wallet, open } = useSession()
  const isOpen = wallet !== undefined
  useEffect(() => {
    if (!isOpen) accountFrom(phrase).then(({ address }) => open({ phrase, address, dataKey: undefined }))
  }, [isOpen, phrase, open])
  return isOpen
}
