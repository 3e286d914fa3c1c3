import type { Address } from 'viem'
import { ReceiveDialog } from './ReceiveDialog.tsx'

export type WalletDialog = { kind: 'receive' }

type Props = {
  asked: WalletDialog
  chainId: number
  me: Address
  onShared: () => void
  onClose: () => void
}

/** The dialogs of the wallet around the loans. A chunk of its own, fetched when one of them is opened. */
export function WalletDialogs({ asked, chainId, me, onShared, onClose }: Props) {
  switch (asked.kind) {
    case 'receive':
      return <ReceiveDialog address={me} chainId={chainId} onShared={onShared} onClose={onClose} />
  }
}
