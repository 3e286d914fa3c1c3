import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useBoard } from '../../../board/useBoard.ts'
import { linkOf } from '../../../signed/linkOf.ts'
import { useSignedStore, useSignedTrouble } from '../../../signed/useSigned.tsx'
import { esSigned } from '../../../text/es/esSigned.ts'
import { count } from '../../../text/format.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { SignedRow } from './SignedRow.tsx'

const words = esSigned.list

/** How many rows are shown at first. */
const SHOWN = 5

/** Signed requests and payments that are not used yet, by me or for me. Draws nothing where there is none. */
export function SignedSection() {
  const signed = useBoard((view) => view.signed)
  const [isWhole, setWhole] = useState(false)
  const titleId = useId()
  const shown = isWhole ? signed : signed.slice(0, SHOWN)
  return (
    <Stack spacing={2}>
      <Trouble />
      {signed.length > 0 && (
        <Paper
          component="section"
          elevation={0}
          aria-labelledby={titleId}
          sx={{ border: 1, borderColor: 'divider', px: { xs: 2, sm: 3 }, py: 1.5 }}
        >
          <Typography id={titleId} component="h2" variant="subtitle1" sx={{ fontWeight: 600, py: 1 }}>
            {words.title}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {shown.map((each) => (
              <SignedRow key={linkOf(each, '')} signed={each} />
            ))}
          </Box>
          {signed.length > shown.length && (
            <Button onClick={() => setWhole(true)} sx={{ display: 'block', mx: 'auto' }}>
              {words.more(count(signed.length - shown.length))}
            </Button>
          )}
        </Paper>
      )}
    </Stack>
  )
}

/** Says that what was signed cannot be read on this device, with the way out where there is one. */
function Trouble() {
  const trouble = useSignedTrouble()
  const { setAsideDamaged } = useSignedStore()
  const [hasFailed, setFailed] = useState(false)
  if (!trouble) return null
  return (
    <Notice
      severity="error"
      role="alert"
      action={
        (trouble === 'damaged' || trouble === 'lost') && (
          <Button onClick={() => setAsideDamaged().catch(() => setFailed(true))}>{esSigned.goOn[trouble]}</Button>
        )
      }
    >
      {esSigned.trouble[hasFailed ? 'unread' : trouble]}
    </Notice>
  )
}
