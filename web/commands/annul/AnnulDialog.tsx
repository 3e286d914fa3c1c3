import { Typography } from '@mui/material'
import { useState } from 'react'
import { useOutbox } from '../../board/useBoard.ts'
import { isBehindGap } from '../../chain/outbox/outbox.ts'
import { Facts } from '../../ui/Facts.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { gapWords, words as outsideWords } from './words.ts'

/**
 * Sends an empty transaction: in place of a pending one that another wallet with the same phrase sent, or in the nonce gap before
 * one of this device.
 */
export function AnnulDialog({ onClose }: { onClose: () => void }) {
  const outbox = useOutbox()
  // As it was when it opened: once it is sent, the gap is gone.
  const [{ body, ...words }] = useState(() => (outbox.get().some(isBehindGap) ? gapWords : outsideWords))
  return (
    <CommandDialog words={words} command={{ kind: 'annul' }} color="error" onClose={onClose}>
      {(fee) => (
        <>
          <Typography>{body}</Typography>
          <Facts facts={[fee]} />
        </>
      )}
    </CommandDialog>
  )
}
