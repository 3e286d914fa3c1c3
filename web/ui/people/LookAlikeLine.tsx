import { Typography } from '@mui/material'
import { use } from 'react'
import { esLookAlike } from '../../text/es/esLookAlike.ts'
import { isolated, PeopleContext } from './people.ts'

/** That somebody looks like somebody else whom I know. Nothing, where nobody does. */
export function LookAlikeLine({ address }: { address: string }) {
  const { nameOf, lookAlikeOf } = use(PeopleContext)
  const known = lookAlikeOf(address)
  if (!known) return null
  return (
    <Typography variant="caption" component="span" sx={{ display: 'block', fontWeight: 500, color: 'error.main' }}>
      {esLookAlike.line(isolated(nameOf(known)))}
    </Typography>
  )
}
