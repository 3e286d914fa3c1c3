import { Paper, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { es } from '../text/es.ts'
import { Brand } from './Brand.tsx'

type Props = {
  title: string
  subtitle?: string
  /** Shown above the title, inside the card. */
  above?: ReactNode
  maxWidth: number
  children?: ReactNode
}

/** The title of the screen before. Empty: this is the first one of the page. */
let lastTitle = ''

/** Page layout with a single card, for login, seed, confirm and the error page. Also sets the document title. */
export function CardScreen({ title, subtitle, above, maxWidth, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${es.product}`
    // The button that led here is gone, and the focus with it: without this the keyboard would begin at the top again.
    if (lastTitle && lastTitle !== title && document.activeElement === document.body) heading.current?.focus()
    lastTitle = title
  }, [title])

  return (
    <Stack
      component="main"
      spacing={4}
      sx={{ minHeight: '100dvh', boxSizing: 'border-box', alignItems: 'center', px: 2, py: { xs: 4, sm: 8 } }}
    >
      <Brand />
      <Paper
        elevation={0}
        sx={{ boxSizing: 'border-box', width: '100%', maxWidth, p: { xs: 2, sm: 3 }, border: 1, borderColor: 'divider' }}
      >
        <Stack spacing={3}>
          {above}
          <Stack spacing={1}>
            <Typography variant="h4" component="h1" ref={heading} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
              {title}
            </Typography>
            {subtitle && <Typography color="textSecondary">{subtitle}</Typography>}
          </Stack>
          {children}
        </Stack>
      </Paper>
    </Stack>
  )
}
