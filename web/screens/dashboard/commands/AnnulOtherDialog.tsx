import { Typography } from '@mui/material'
import { esCommands } from '../../../text/es/esCommands.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { CommandDialog } from './CommandDialog.tsx'

const words = esCommands.annulOther

/** Annuls a pending transaction that another wallet with the same phrase sent. */
export function AnnulOtherDialog({ onClose }: { onClose: () => void }) {
  return (
    <CommandDialog
      title={words.title}
      command={{ kind: 'annul' }}
      submit={words.submit}
      leave={words.leave}
      color="error"
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Typography>{words.body}</Typography>
          <Facts facts={[fee]} />
        </>
      )}
    </CommandDialog>
  )
}
