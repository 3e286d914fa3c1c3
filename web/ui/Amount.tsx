import { Typography } from '@mui/material'
import { fitting } from './fitting.ts'

/** The amount that heads a card, in a container as wide as the card: a long one is set smaller. */
export function Amount({ amount }: { amount: string }) {
  return (
    <Typography variant="h6" component="h3" sx={{ whiteSpace: 'nowrap', fontSize: fitting('1.5rem', amount) }}>
      {amount}
    </Typography>
  )
}
