import { Box, Button } from '@mui/material'
import type { ReactNode } from 'react'
import { es } from '../../text/es/es.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Notice } from './Notice.tsx'

/** A section that cannot be drawn leaves the others alone. `title` names it where it cannot do so itself. */
export function SectionBoundary({ title, children }: { title: string; children: ReactNode }) {
  const fallback = (retry: () => void) => (
    <Box component="section" aria-label={title}>
      <Notice severity="warning" role="alert" action={<Button onClick={retry}>{es.retry}</Button>}>
        {es.broken.section}
      </Notice>
    </Box>
  )
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>
}
