import { useState } from 'react'
import { signedIn } from '../loans/link.ts'
import { sharedLink } from '../wallet/device/sharedLink.ts'

/** The link by which somebody came, which opens as soon as they have a wallet: of a loan, or of what was signed. */
export function useSharedLink(): 'loan' | 'signed' | undefined {
  const [link] = useState(sharedLink.read)
  if (link === undefined) return undefined
  return signedIn(link) === undefined ? 'loan' : 'signed'
}
