import { Box, Stack, Typography } from '@mui/material'
import { es } from '../text/es/es.ts'

const STEPS = 3

/** Progress of three steps, such as the onboarding: login, seed, confirm. `name`: what this step is about. */
export function Steps({ step, name }: { step: number; name?: string }) {
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
      <Stack direction="row" spacing={0.5} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, index) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list that is never reordered
            key={index}
            sx={{ width: 24, height: 4, borderRadius: 2, bgcolor: index < step ? 'primary.main' : 'divider' }}
          />
        ))}
      </Stack>
      <Typography variant="caption" color="textSecondary">
        {es.step(step, STEPS)}
        {name && `: ${name}`}
      </Typography>
    </Stack>
  )
}
