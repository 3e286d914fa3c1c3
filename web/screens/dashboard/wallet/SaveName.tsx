import { Box, Button, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useBoardStore } from '../../../board/useBoard.ts'
import { useContacts } from '../../../people/useContacts.tsx'
import { esContacts } from '../../../text/es/esContacts.ts'
import { NameForm } from './NameForm.tsx'

const words = esContacts.unsaved

/** Says that somebody has no name of mine, with the way to give one in place. Nothing for whoever has one. */
export function SaveName({ address }: { address: Address }) {
  const { contacts } = useContacts()
  const [step, setStep] = useState<'begun' | 'cancelled' | 'done'>()
  const { lookUp } = useBoardStore()
  // The form warns of an address that looks like one that I sent to.
  useEffect(() => (step === 'begun' ? lookUp() : undefined), [step, lookUp])
  if (step === 'done') {
    return (
      // Takes the focus, which the form had.
      <Typography ref={focus} tabIndex={-1} role="status" variant="body2" color="success">
        {words.saved}
      </Typography>
    )
  }
  if (contacts.has(address.toLowerCase())) return null
  if (step === 'begun') {
    return <NameForm whose={() => address} onDone={() => setStep('done')} onCancel={() => setStep('cancelled')} />
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {words.line}
      </Typography>
      <Button size="small" autoFocus={step === 'cancelled'} onClick={() => setStep('begun')} sx={{ px: 0.75, ml: -0.75 }}>
        {words.save}
      </Button>
    </Box>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}
