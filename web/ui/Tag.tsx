import { Box } from '@mui/material'
import { color } from '../theme.ts'

const LOOKS = {
  plain: { color: color.text2, borderColor: color.field },
  primary: { color: color.primarySoft, bgcolor: color.primaryTint, borderColor: color.primaryTint },
  secondary: { color: color.secondary, bgcolor: color.secondaryTint, borderColor: color.secondaryTint },
}

/** One or two words on what kind of thing a card shows. */
export function Tag({ look, children }: { look: keyof typeof LOOKS; children: string }) {
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        px: 1.25,
        py: '3px',
        border: 1,
        borderRadius: '99px',
        fontSize: '0.8125rem',
        lineHeight: '1.125rem',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        ...LOOKS[look],
      }}
    >
      {children}
    </Box>
  )
}
