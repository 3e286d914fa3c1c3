import { encodeSigned } from '../chain/signed/signedText.ts'
import { linkToSigned } from '../loans/link.ts'
import type { Signed } from '../loans/signed.ts'

/** The link of what was signed. */
export function linkOf(signed: Signed, origin: string): string {
  return linkToSigned(encodeSigned(signed), origin)
}
