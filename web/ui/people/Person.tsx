import { Box, ButtonBase, Typography } from '@mui/material'
import { use } from 'react'
import { esLoans } from '../../text/es/esLoans.ts'
import type { Tone } from '../../text/personRecord.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { Face } from './Face.tsx'
import { LookAlikeLine } from './LookAlikeLine.tsx'
import { isolated, PeopleContext } from './people.ts'

type Props = {
  address: `0x${string}`
  /** In place of a name of my own and of the address. */
  name?: string | undefined
  line: string
  tone?: Tone
  /** Pressing it shows what is known of the person. */
  opens?: boolean
}

const INKS: Record<Tone, string> = {
  plain: 'text.secondary',
  good: 'success.main',
  late: 'error.main',
  doubt: 'warning.main',
}

/** A face, my name for the person or their address, and one line about their loan history. */
export function Person({ address, name: given, line, tone = 'plain', opens = false }: Props) {
  const { nameOf } = use(PeopleContext)
  const name = given ?? isolated(nameOf(address))
  return (
    <Box sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Face address={address} size={40} />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="body2"
          sx={{
            fontWeight: 500,
            ...(name ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap', fontFamily: 'monospace' }),
          }}
        >
          {name ?? shortAddress(address)}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: INKS[tone] }}>
          {line}
        </Typography>
        <LookAlikeLine address={address} />
      </Box>
      {opens && <OpensPerson address={address} name={name} />}
    </Box>
  )
}

/** The button that opens the sheet of a person. Stands over what is positioned around it, so that what is read stays text. */
export function OpensPerson({ address, name }: { address: `0x${string}`; name: string | undefined }) {
  const { open } = use(PeopleContext)
  return (
    <ButtonBase
      aria-label={esLoans.record.open(name ?? shortAddress(address))}
      aria-haspopup="dialog"
      onClick={() => open(address)}
      sx={{
        position: 'absolute',
        inset: '-2px -4px',
        minHeight: 44,
        borderRadius: '10px',
        // Lies over face and name, so it must let them through.
        '&:hover': { bgcolor: 'color-mix(in srgb, currentColor 8%, transparent)' },
      }}
    />
  )
}
