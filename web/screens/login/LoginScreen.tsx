import { mdiKey } from '@mdi/js'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { signedIn } from '../../loans/link.ts'
import { useSession } from '../../session/session.tsx'
import { useCopiedPhrase } from '../../session/useCopiedPhrase.ts'
import { useLogin } from '../../session/useLogin.ts'
import { usePinLength } from '../../session/usePinLength.ts'
import { useSharedLink } from '../../session/useSharedLink.ts'
import { useHasPasskey, useVault } from '../../session/useVault.ts'
import { useWaitLeft } from '../../session/useWaitLeft.ts'
import { es } from '../../text/es/es.ts'
import { vaultTrouble, whyNotOpened, whyWait } from '../../text/vaultRefusal.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'
import { CredentialsForm } from '../../ui/fields/CredentialsForm.tsx'
import { PlainButton } from '../../ui/fields/PlainButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { useIsTakenOver } from '../../ui/useIsTakenOver.ts'
import { useOnFirstTouch } from '../../ui/useOnFirstTouch.ts'
import { PasskeyEntry } from './PasskeyEntry.tsx'
import { Tip } from './Tip.tsx'

type Props = {
  /** Fetches the screen that follows. */
  preload: (hasVault: boolean) => void
}

export function LoginScreen({ preload }: Props) {
  const isTakenOver = useIsTakenOver()
  const login = useLogin()
  const vault = useVault()
  const hasPasskey = useHasPasskey() && isTakenOver
  const pinLength = usePinLength()
  const waitLeft = useWaitLeft()
  const notify = useNotices()
  const [passkeyProblem, setPasskeyProblem] = useState<string>()

  const preloadNext = useCallback(() => preload(vault !== 'none'), [preload, vault])
  useOnFirstTouch(vault && preloadNext)

  return (
    <CardScreen title={es.login.title} maxWidth={430}>
      <CredentialsForm
        words={{
          lead: <p className="cardSubtitle">{es.login.subtitle(pinLength)}</p>,
          submit: es.login.submit,
          busy: es.login.busy,
          notice: vaultTrouble(vault) ?? passkeyProblem,
        }}
        asked={{ isNew: vault === 'none', pinLength }}
        isSecond={hasPasskey}
        takesFocus={vault !== undefined && !hasPasskey}
        wait={vault === 'present' ? whyWait(waitLeft) : undefined}
        onSubmit={async (credentials) => whyNotOpened(await login(credentials))}
      >
        {/* Comes after the first paint, into room that is kept for it: nothing below moves. */}
        <div className="loginFirst">
          {hasPasskey ? <PasskeyEntry onProblem={setPasskeyProblem} /> : isTakenOver && <WhatIsAsked vault={vault} />}
        </div>
      </CredentialsForm>
      <div className="loginLinks">
        <Tip text={es.login.noAccountTip}>
          {(tipId) => (
            <PlainButton look="smallQuiet" aria-describedby={tipId}>
              {es.login.noAccount}
            </PlainButton>
          )}
        </Tip>
        <PlainButton look="small" onClick={() => notify(es.login.recovery)}>
          {es.login.forgotten}
        </PlainButton>
      </div>
      {isTakenOver && <OfThisDevice vault={vault} />}
    </CardScreen>
  )
}

type Vault = ReturnType<typeof useVault>

/** Whether PIN and password are chosen now, or open the wallet that is here. */
function WhatIsAsked({ vault }: { vault: Vault }) {
  if (vault !== 'none' && vault !== 'present') return null
  const { title, lines } = vault === 'none' ? es.login.first : es.login.here
  return (
    <>
      <p className="loginFirstTitle">{title}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  )
}

/** State of this device. At the end of the card, because it comes after the first paint: nothing below it moves. */
function OfThisDevice({ vault }: { vault: Vault }) {
  const { ending } = useSession()
  const link = useSharedLink()
  const copiedPhrase = useCopiedPhrase()
  const [, navigate] = useLocation()

  // Something was lost that the phrase brings back.
  const mayRestore = ending !== undefined && ending !== 'idle' && ending !== 'newPhrase'

  return (
    <>
      {copiedPhrase.isLeft && (
        <Notice
          severity="warning"
          role="status"
          action={
            <div>
              <PlainButton onClick={copiedPhrase.clear}>{es.login.clearClipboard}</PlainButton>
              <PlainButton onClick={copiedPhrase.forget}>{es.login.phraseCleared}</PlainButton>
            </div>
          }
        >
          {es.login.phraseCopied}
        </Notice>
      )}
      {link && (
        <Notice severity="info" role="note">
          {signedIn(link) === undefined ? es.login.shared : es.login.signed}
        </Notice>
      )}
      {ending && (
        <Notice severity={ending === 'idle' ? 'info' : 'warning'} role="status">
          {es.login.ending[ending]}
        </Notice>
      )}
      {vault === 'none' && <p className="loginHelp">{es.login.product}</p>}
      {vault && (
        <div className="loginRestore">
          <PlainButton onClick={() => navigate('/seed', { state: { import: true } })}>
            <Icon path={mdiKey} />
            {vault !== 'none' || mayRestore ? es.login.restore : es.login.haveWallet}
          </PlainButton>
        </div>
      )}
    </>
  )
}
