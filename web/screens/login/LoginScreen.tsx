import { mdiKey } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
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
import { Notice } from '../../ui/Notice.tsx'
import { useNotices } from '../../ui/Notices.tsx'
import { PasskeyEntry } from './PasskeyEntry.tsx'
import { Tip } from './Tip.tsx'

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

  // Without a vault the way to the import is through /seed, unless something was lost that the phrase brings back.
  const mayRestore = ending !== undefined && ending !== 'idle' && ending !== 'newPhrase'

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
        <Tip text={es.login.noAccountTip}>
          {(tipId) => (
            <Button size="small" color="inherit" aria-describedby={tipId} sx={{ color: 'text.secondary' }}>
              {es.login.noAccount}
            </Button>
          )}
        </Tip>
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
