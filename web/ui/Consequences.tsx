import { mdiAlertOutline, mdiCheck, mdiInformationOutline } from '@mdi/js'
import { Box, Typography } from '@mui/material'
import { color } from '../theme.ts'
import { Icon } from './Icon.tsx'
import { Unbroken } from './Unbroken.tsx'

const LOOKS = {
  stays: { icon: mdiCheck, ink: color.text2 },
  good: { icon: mdiCheck, ink: color.success },
  note: { icon: mdiInformationOutline, ink: color.text2 },
  care: { icon: mdiAlertOutline, ink: color.warning },
}

export type Consequence = readonly [look: keyof typeof LOOKS, text: string]

/** Effects of a command, and things it leaves alone, shown before it is signed. */
export function Consequences({ items }: { items: readonly Consequence[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {items.map(([look, text]) => (
        <Box component="li" key={text} sx={{ display: 'flex', gap: 1.25 }}>
          <Box component="span" sx={{ display: 'flex', flex: 'none', color: LOOKS[look].ink }}>
            <Icon path={LOOKS[look].icon} />
          </Box>
          <Typography variant="body2">
            <Unbroken text={text} />
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
