import { Typography } from '@mui/material'

/** '$ 999,999,999.99' */
const LONG_LENGTH = 16

function isLongAmount(amount: string): boolean {
  return amount.length > LONG_LENGTH
}

/** The amount that heads a card. A long one is set smaller, so that it fits on the narrowest phone. */
export function Amount({ amount }: { amount: string }) {
  return (
    <Typography variant="h6" component="h3" sx={{ whiteSpace: 'nowrap', ...(isLongAmount(amount) && { fontSize: '1.125rem' }) }}>
      {amount}
    </Typography>
  )
}
