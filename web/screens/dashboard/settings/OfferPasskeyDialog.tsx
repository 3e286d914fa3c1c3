import { useEffect } from 'react'
import { notePasskeyOffered } from '../../../session/usePasskey.ts'
import { esPasskey } from '../../../text/es/esPasskey.ts'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'

/** Offers the passkey, once on this device: shown is offered, whatever the answer. */
export function OfferPasskeyDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotices()
  useEffect(notePasskeyOffered, [])
  const done = () => {
    onClose()
    notify(esPasskey.on)
  }
  return <PasskeyDialog title={esPasskey.offer.title} onDone={done} onClose={onClose} />
}
