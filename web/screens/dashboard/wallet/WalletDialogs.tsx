import type { Address } from 'viem'
import type { Examples } from '../../../board/useExamples.ts'
import { OfferPasskeyDialog } from './OfferPasskeyDialog.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { SettingsDialog, type SettingsDialogs } from './SettingsDialog.tsx'

export { shouldOfferPasskey } from '../../../session/usePasskey.ts'

export type WalletDialog = { kind: 'receive' | 'settings' | 'offerPasskey' }

type Props = {
  asked: WalletDialog
  chainId: number
  /** The lending contract. Undefined: none on this network, or not known yet. */
  contract: Address | undefined
  me: Address
  examples: Examples
  onShared: () => void
  onOpen: (dialog: SettingsDialogs) => void
  onClose: () => void
}

/** The dialogs of the wallet around the loans. A chunk of its own, fetched when one of them is opened. */
export function WalletDialogs({ asked, chainId, contract, me, examples, onShared, onOpen, onClose }: Props) {
  switch (asked.kind) {
    case 'receive':
      return <ReceiveDialog address={me} chainId={chainId} onShared={onShared} onClose={onClose} />
    case 'settings':
      return <SettingsDialog chainId={chainId} contract={contract} examples={examples} onOpen={onOpen} onClose={onClose} />
    case 'offerPasskey':
      return <OfferPasskeyDialog onClose={onClose} />
  }
}
