import type { Address } from 'viem'
import { OfferPasskeyDialog } from './OfferPasskeyDialog.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'

export { shouldOfferPasskey } from '../../../session/usePasskey.ts'

type Props = {
  kind: 'receive' | 'settings' | 'offerPasskey'
  chainId: number
  /** The lending contract. Undefined: none on this network, or not known yet. */
  contract: Address | undefined
  onClose: () => void
}

/** The dialogs of the wallet around the loans. A chunk of its own, fetched when one of them is opened. */
export function WalletDialogs({ kind, chainId, contract, onClose }: Props) {
  switch (kind) {
    case 'receive':
      return <ReceiveDialog chainId={chainId} onClose={onClose} />
    case 'settings':
      return <SettingsDialog chainId={chainId} contract={contract} onClose={onClose} />
    case 'offerPasskey':
      return <OfferPasskeyDialog onClose={onClose} />
  }
}
