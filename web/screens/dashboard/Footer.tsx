import { Typography } from '@mui/material'
import { esLoans } from '../../text/es/esLoans.ts'

/** Ends above the bars that a phone has at its bottom. */
export function Footer() {
  return (
    <Typography
      component="footer"
      variant="caption"
      color="textSecondary"
      sx={{
        display: 'block',
        textAlign: 'center',
        pt: { xs: 2, sm: 4 },
        pb: 'calc(32px + var(--bottom-bar, 0px) + var(--strip, 0px))',
      }}
    >
      {esLoans.footer}
    </Typography>
  )
}
