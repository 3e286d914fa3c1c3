import { mdiKey } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { type ReactElement, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../state/session/session.tsx'
import { useCopiedPhrase } from '../../state/session/useCopiedPhrase.ts'
import { useHasPasskey } from '../../state/session/useHasPasskey.ts'
import { useLogin } from '../../state/session/useLogin.ts'
import { useSharedLink } from '../../state/session/useSharedLink.ts'
import { useVault } from '../../state/session/useVault.ts'
import { useWaitLeft } from '../../state/session/useWaitLeft.ts'
import { es } from '../../text/es.ts'
import { vaultTrouble, whyNotOpened } from '../../text/vaultRefusal.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'
import { CredentialsForm } from '../../ui/CredentialsForm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNotices } from '../../ui/Notices.tsx'
import { PasskeyEntry } from './PasskeyEntry.tsx'

// Code-split: the screen works without it.
const Tooltip = lazyPart(() => import('@mui/material/Tooltip').then((file) => file.default), NoTooltip)

function NoTooltip({ children }: { children: ReactElement }) {
  return children
}

export function LoginScreen() {
  const { ending } = useSession()
  const login = useLogin()
  const vault = useVault()
  const hasLink = useSharedLink()
  const hasPasskey = useHasPasskey()
  const waitLeft = useWaitLeft()
  const copiedPhrase = useCopiedPhrase()
  const notify = useNotices()
  const [, navigate] = useLocation()
  const [isTipOpen, setTipOpen] = useState(false)

  // Without a vault the way to the import is through /seed, unless something was lost that the phrase brings back.
  const mayRestore = ending !== undefined && ending !== 'idle' && ending !== 'newPhrase'

  const noAccount = (
    // A tap opens the tooltip too: MUI takes only a long press for one.
    <Button size="small" color="inherit" sx={{ color: 'text.secondary' }} onClick={() => setTipOpen(true)}>
      {es.login.noAccount}
    </Button>
  )
  return (
    <CardScreen title={es.login.title} subtitle={es.login.subtitle} maxWidth={430}>
      {copiedPhrase.isLeft && (
        <Notice severity="warning" role="status" action={<Button onClick={copiedPhrase.forget}>{es.login.phraseCleared}</Button>}>
          {es.login.phraseCopied}
        </Notice>
      )}
      {hasLink && (
        <Notice severity="info" role="note">
          {es.login.shared}
        </Notice>
      )}
      {ending && (
        <Notice severity={ending === 'idle' ? 'info' : 'warning'} role="status">
          {es.login.ending[ending]}
        </Notice>
      )}
      {hasPasskey && <PasskeyEntry />}
      <CredentialsForm
        isSecond={hasPasskey}
        submitLabel={es.login.submit}
        busyLabel={es.login.busy}
        isNew={vault === 'none'}
        takesFocus={vault === 'present' && !hasPasskey}
        notice={vaultTrouble(vault)}
        waitLeft={waitLeft}
        onSubmit={async (credentials) => whyNotOpened(await login(credentials))}
        help={vault === 'none' && <NoVault />}
      />
      {/* Negative margin: aligns the buttons' text, not their padding, with the form. */}
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ justifyContent: 'space-between', alignItems: 'center', '&&': { mx: { sm: -2.25 } } }}
      >
        <Suspense fallback={noAccount}>
          <Tooltip
            arrow
            describeChild
            title={es.login.noAccountTip}
            open={isTipOpen}
            onOpen={() => setTipOpen(true)}
            onClose={() => setTipOpen(false)}
            slotProps={{ popper: { disablePortal: true } }}
          >
            {noAccount}
          </Tooltip>
        </Suspense>
        <Button size="small" onClick={() => notify(es.login.recovery)}>
          {es.login.forgotten}
        </Button>
      </Stack>
      {vault && (vault !== 'none' || mayRestore) && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 2, textAlign: 'center' }}>
          <Button onClick={() => navigate('/seed', { state: { import: true } })} startIcon={<Icon path={mdiKey} />}>
            {es.login.restore}
          </Button>
        </Box>
      )}
    </CardScreen>
  )
}

function NoVault() {
  return (
    <Typography variant="body2" color="textSecondary">
      {es.login.product} {es.login.noVault} {es.credentials.goodPassword}
    </Typography>
  )
}
