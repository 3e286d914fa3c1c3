import { useBoardStore } from '../../../board/useBoard.ts'
import { useWallet } from '../../../session/session.tsx'
import { useCopy } from '../../../session/useCopy.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { useNotices } from '../../../ui/notices/Notices.tsx'

/** Copies or shares the address. The specification has every failure of clipboard and share sheet ignored. */
export function useShareAddress() {
  const { address } = useWallet()
  const { noteShared } = useBoardStore()
  const notify = useNotices()
  const { copy, isCopied } = useCopy()
  const share = async () => {
    if ('share' in navigator) {
      await navigator.share({ text: address })
    } else {
      await copy(address)
      notify(esLoans.header.addressCopied)
    }
    noteShared()
  }
  const silently = (work: () => Promise<void>) => () => {
    work().catch(() => {})
  }
  return { address, copy: silently(() => copy(address)), share: silently(share), isCopied }
}
