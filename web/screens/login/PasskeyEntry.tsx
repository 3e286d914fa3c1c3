import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../session/session.tsx'
import { PlainButton } from '../../ui/fields/PlainButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'

type Parts = typeof import('./passkeyParts.ts')

/** The button below the form. The form stays as it is, whatever becomes of the prompt, and works without this. */
export function PasskeyEntry() {
  const { open } = useSession()
  const [, navigate] = useLocation()
  const [parts, setParts] = useState<Parts>()
  const [isGone, setGone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<keyof Parts['esPasskey']['problem']>()

  useEffect(() => {
    import('./passkeyParts.ts')
      .then(async (loaded) => ((await loaded.isThere()) ? setParts(loaded) : setGone(true)))
      .catch(() => setGone(true))
  }, [])

  const enter = async ({ unlock }: Parts) => {
    if (isBusy) return
    setProblem(undefined)
    setBusy(true)
    const result = await unlock().catch(() => ({ kind: 'failed' }) as const)
    setBusy(false)
    if (result.kind !== 'opened') return setProblem(result.kind)
    open(result)
    navigate('/dashboard')
  }

  if (isGone) return null
  // As high as what takes its place.
  if (!parts) return <div className="passkeyPlace" />
  const { esPasskey, icon } = parts
  return (
    <div className="passkey">
      <div className="loginOr">{esPasskey.or}</div>
      <PlainButton look="contained" aria-busy={isBusy} onClick={() => enter(parts)}>
        <Icon path={icon} />
        {isBusy ? esPasskey.entering : esPasskey.enter}
      </PlainButton>
      {problem && (
        <Notice severity="warning" role="alert">
          {esPasskey.problem[problem]}
        </Notice>
      )}
    </div>
  )
}
