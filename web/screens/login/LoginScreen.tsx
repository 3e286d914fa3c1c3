import { mdiKey } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useLogin } from '../../state/session/useLogin.ts'
import { useVault } from '../../state/session/useVault.ts'
import { useWaitLeft } from '../../state/session/useWaitLeft.ts'
import { es } from '../../text/es.ts'
import { vaultTrouble, whyNotOpened } from '../../text/vaultRefusal.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'
import { CredentialsForm } from '../../ui/CredentialsForm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useNotices } from '../../ui/Notices.tsx'

// Code-split: the screen works without it.
const Tooltip = lazy(() => import('@mui/material/Tooltip'))

export function LoginScreen() {
  const login = useLogin()
  const vault = useVault()
  const waitLeft = useWaitLeft()
  const notify = useNotices()
  const [, navigate] = useLocation()

  const noAccount = (
    <Button size="small" color="inherit" sx={{ color: 'text.secondary' }}>
      {es.login.noAccount}
    </Button>
  )
  return (
    <CardScreen title={es.login.title} subtitle={es.login.subtitle} maxWidth={430}>
      <CredentialsForm
        submitLabel={es.login.submit}
        busyLabel={es.login.busy}
        isNew={vault === 'none'}
        notice={vaultTrouble(vault)}
        waitLeft={waitLeft}
        onSubmit={async (credentials) => whyNotOpened(await login(credentials))}
        help={vault === 'none' && <FirstTime />}
      />
      {/* Negative margin: aligns the buttons' text, not their padding, with the form. */}
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ justifyContent: 'space-between', alignItems: 'center', '&&': { mx: { sm: -2.25 } } }}
      >
        <Suspense fallback={noAccount}>
          <Tooltip arrow describeChild title={es.login.noAccountTip} slotProps={{ popper: { disablePortal: true } }}>
            {noAccount}
          </Tooltip>
        </Suspense>
        <Button size="small" onClick={() => notify(es.login.recovery)}>
          {es.login.forgotten}
        </Button>
      </Stack>
      {vault && vault !== 'none' && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 2, textAlign: 'center' }}>
          <Button onClick={() => navigate('/seed', { state: { import: true } })} startIcon={<Icon path={mdiKey} />}>
            {es.login.restore}
          </Button>
        </Box>
      )}
    </CardScreen>
  )
}

function FirstTime() {
  return (
    <Typography variant="body2" color="textSecondary">
      {es.login.firstTime} {es.login.goodPassword}
    </Typography>
  )
}
