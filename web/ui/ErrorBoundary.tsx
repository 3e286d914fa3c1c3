import { Button, Stack, Typography } from '@mui/material'
import { Component, type ReactNode } from 'react'
import { es } from '../text/es.ts'
import { CardScreen } from './CardScreen.tsx'

/** Catches errors thrown while rendering and offers to reload or go back to /login, instead of a blank page. */
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
