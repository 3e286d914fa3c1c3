import { useEffect, useState } from 'react'
import { accountFrom } from '../wallet/account.ts'
import { useSession } from './session.tsx'

/** The wallet's public address; empty until it is derived, and where that fails. */
export function useAddress(): string {
  const { phrase } = useSession()
  const [address, setAddress] = useState('')
  useEffect(() => {
    let isCurrent = true
    accountFrom(phrase)
      .then((account) => account.address)
      .catch(() => '')
      .then((derived) => isCurrent && setAddress(derived))
    return () => {
      isCurrent = false
    }
  }, [phrase])
  return address
}
