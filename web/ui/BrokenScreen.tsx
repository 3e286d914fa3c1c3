import { Button, Stack, Typography } from '@mui/material'
import { es } from '../text/es.ts'
import { CardScreen } from './CardScreen.tsx'

/** In place of a screen that could not be drawn: offers to reload or go back to /login. */
export function BrokenScreen() {
  return (
    <CardScreen title={es.broken.title} maxWidth={430}>
      <Typography role="alert">{es.broken.body}</Typography>
      <Stack spacing={1}>
        <Button variant="contained" onClick={() => location.reload()}>
          {es.broken.reload}
        </Button>
        <Button variant="outlined" href="/login">
          {es.broken.back}
        </Button>
      </Stack>
    </CardScreen>
  )
}
