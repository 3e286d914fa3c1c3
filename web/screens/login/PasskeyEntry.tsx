import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../session/session.tsx'
import { PlainButton } from '../../ui/fields/PlainButton.tsx'
import { Icon } from '../../ui/Icon.tsx'

type Parts = typeof import('./passkeyParts.ts')

type Props = {
  /** Undefined: none any more. */
  onProblem: (sentence: string | undefined) => void
}

/** The button above the PIN. The form stays as it is, whatever becomes of the prompt, and works without this. */
export function PasskeyEntry({ onProblem }: Props) {
  const { open } = useSession()
  const [, navigate] = useLocation()
  const [parts, setParts] = useState<Parts>()
  const [isGone, setGone] = useState(false)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    import('./passkeyParts.ts')
      .then(async (loaded) => ((await loaded.isThere()) ? setParts(loaded) : setGone(true)))
      .catch(() => setGone(true))
  }, [])

  const enter = async ({ unlock, esPasskey }: Parts) => {
    if (isBusy) return
    onProblem(undefined)
    setBusy(true)
    const result = await unlock().catch(() => ({ kind: 'failed' }) as const)
    setBusy(false)
    if (result.kind !== 'opened') return onProblem(esPasskey.problem[result.kind])
    open(result)
    navigate('/dashboard')
  }

  if (isGone || !parts) return null
  const { esPasskey, icon } = parts
  return (
    <>
      <PlainButton look="contained" aria-busy={isBusy} onClick={() => enter(parts)}>
        <Icon path={icon} />
        {isBusy ? esPasskey.entering : esPasskey.enter}
      </PlainButton>
      <p className="loginOr">{esPasskey.or}</p>
    </>
  )
}
