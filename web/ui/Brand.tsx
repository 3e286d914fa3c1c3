import { Stack, Typography } from '@mui/material'
import { es } from '../text/es.ts'
import { color } from '../theme.ts'

/** Logo and product name. The logo is two offset bars, like an equals sign in motion. */
export function Brand() {
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect x="2" y="6" width="18" height="6" rx="3" fill={color.primary} />
        <rect x="8" y="16" width="18" height="6" rx="3" fill={color.secondary} />
      </svg>
      <Typography component="span" sx={{ fontSize: '1.125rem', fontWeight: 700 }}>
        {es.product}
      </Typography>
    </Stack>
  )
}
