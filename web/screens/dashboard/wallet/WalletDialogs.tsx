import type { Address } from 'viem'
import type { Book } from '../../../chain/fetchDashboard.ts'
import { networks } from '../../../chains.ts'
import { config } from '../../../config.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'

export type WalletDialog = { kind: 'receive' }

type Props = {
  asked: WalletDialog
  book: Book | undefined
  me: Address
  onShared: () => void
  onClose: () => void
}

/** The dialogs of the wallet around the loans. A chunk of its own, fetched when one of them is opened. */
export function WalletDialogs({ asked, book, me, onShared, onClose }: Props) {
  // Without a contract nothing was asked of the node: then the network that the app was built for.
  const chainId = book?.chainId ?? config.chainIds[0] ?? networks.sepolia.id
  switch (asked.kind) {
    case 'receive':
      return <ReceiveDialog address={me} chainId={chainId} onShared={onShared} onClose={onClose} />
  }
}
