import { Typography } from '@mui/material'
import { Facts } from '../../ui/Facts.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './words.ts'

/** Annuls a pending transaction that another wallet with the same phrase sent. */
export function AnnulDialog({ onClose }: { onClose: () => void }) {
  return (
    <CommandDialog words={words} command={{ kind: 'annul' }} color="error" onClose={onClose}>
      {(fee) => (
        <>
          <Typography>{words.body}</Typography>
          <Facts facts={[fee]} />
        </>
      )}
    </CommandDialog>
  )
}
