import type { Address } from 'viem'
import { useCopy } from '../../../state/session/useCopy.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { useNotices } from '../../../ui/Notices.tsx'

/** Copies or shares the address. The specification has every failure of clipboard and share sheet ignored. */
export function useShareAddress(address: Address, onShared: () => void) {
  const notify = useNotices()
  const { copy, isCopied } = useCopy()
  const share = async () => {
    if ('share' in navigator) {
      await navigator.share({ text: address })
    } else {
      await copy(address)
      notify(esLoans.header.addressCopied)
    }
    onShared()
  }
  const silently = (work: () => Promise<void>) => () => {
    work().catch(() => {})
  }
  return { copy: silently(() => copy(address)), share: silently(share), isCopied }
}
