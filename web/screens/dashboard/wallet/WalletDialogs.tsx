import { OfferPasskeyDialog } from './OfferPasskeyDialog.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'

export { shouldOfferPasskey } from '../../../session/usePasskey.ts'

const DIALOGS = { receive: ReceiveDialog, settings: SettingsDialog, offerPasskey: OfferPasskeyDialog }

/** The dialogs of the wallet around the loans. A chunk of its own, fetched when one of them is opened. */
export function WalletDialogs({ kind, onClose }: { kind: keyof typeof DIALOGS; onClose: () => void }) {
  const Dialog = DIALOGS[kind]
  return <Dialog onClose={onClose} />
}
