import { Box, Button, Typography } from '@mui/material'
import { ThemeProvider } from '@mui/system'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { esVersion } from '../text/es/esVersion.ts'
import { color, theme } from '../theme.ts'
import { holdsDraft } from './holdsDraft.ts'
import { startAnew } from './startAnew.ts'

/** Announces a newer version and leaves the moment to the person. Hidden while a dialog is open. */
export function VersionNotice() {
  const [path] = useLocation()
  const [state, setState] = useState<'news' | 'asking' | 'updating' | 'later'>('news')
  if (state === 'later') return null

  const update = () => {
    setState('updating')
    // The browser may have asked, and the person stayed.
    startAnew().then((stayed) => setState(stayed === 'typed' ? 'asking' : 'news'))
  }
  return (
    <ThemeProvider theme={theme}>
      <Box
        component="section"
        aria-label={esVersion.title}
        sx={{
          position: 'fixed',
          // Below toasts, which go by themselves, and above the bottom bar and the strip of what is under way.
          zIndex: 'appBar',
          right: { xs: 8, sm: 24 },
          left: { xs: 8, sm: 'auto' },
          bottom: { xs: 'calc(8px + var(--bottom-bar, 0px) + var(--strip, 0px))', lg: 'calc(24px + var(--strip, 0px))' },
          maxWidth: { sm: 400 },
          px: 2,
          py: 1.5,
          borderRadius: 1,
          bgcolor: color.raised,
          border: `1px solid ${color.field}`,
          boxShadow: '0 8px 24px rgb(0 0 0 / .4)',
          'body:has([role="dialog"]) &': { display: 'none' },
        }}
      >
        <Typography variant="body2" role="status">
          {state === 'asking' ? esVersion.draft : esVersion.body}
          {state !== 'asking' && path === '/dashboard' && ` ${esVersion.openWallet}`}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
          <Button disabled={state === 'updating'} onClick={() => setState('later')}>
            {esVersion.later}
          </Button>
          <Button
            variant="tonal"
            disabled={state === 'updating'}
            onClick={() => (state === 'news' && holdsDraft() ? setState('asking') : update())}
          >
            {state === 'asking' ? esVersion.anyway : state === 'updating' ? esVersion.updating : esVersion.update}
          </Button>
        </Box>
      </Box>
    </ThemeProvider>
  )
}
