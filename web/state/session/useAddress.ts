import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { accountFrom } from '../../wallet/phrase/account.ts'
import { useSession } from './session.tsx'

/** The wallet's public address; empty until it is derived, and where that fails. */
export function useAddress(): Address | '' {
  const { phrase } = useSession()
  const [address, setAddress] = useState<Address | ''>('')
  useEffect(() => {
    let isCurrent = true
    accountFrom(phrase)
      .then((account) => account.address)
      .catch(() => '' as const)
      .then((derived) => isCurrent && setAddress(derived))
    return () => {
      isCurrent = false
    }
  }, [phrase])
  return address
}
