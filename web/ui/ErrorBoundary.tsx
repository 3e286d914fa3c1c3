import { Button, Stack, Typography } from '@mui/material'
import { Component, type ReactNode } from 'react'
import { es } from '../text/es.ts'
import { CardScreen } from './CardScreen.tsx'

/** What a person sees when a screen cannot be drawn: a sentence and two ways on, never a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
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
}
