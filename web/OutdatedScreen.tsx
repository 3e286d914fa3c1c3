import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { pathOf } from './routes.ts'
import { useSession } from './session/session.tsx'
import { es } from './text/es/es.ts'
import { CardScreen } from './ui/CardScreen.tsx'
import { PlainButton } from './ui/fields/PlainButton.tsx'
import { Notice } from './ui/notices/Notice.tsx'

/**
 * In place of a screen whose chunk is missing, probably because a deploy deleted it. The page reloads, once, unless it holds
 * something that a reload would lose. If the chunk is still missing then, the error goes to the error boundary.
 */
export function OutdatedScreen({ error }: { error: unknown }) {
  const { phrase, credentials } = useSession()
  const [, navigate] = useLocation()
  const [wasReloaded] = useState(() => history.state?.reloaded === true)
  const canReload = phrase === '' && credentials === undefined

  useEffect(() => {
    if (!canReload) return
    // history.state survives the reload, unlike a variable, and belongs to this history entry alone.
    history.replaceState({ ...history.state, reloaded: true }, '')
    location.reload()
  }, [canReload])

  if (canReload && wasReloaded) throw error
  if (canReload) return null
  return (
    <CardScreen title={es.outdated.title} maxWidth={430}>
      <Notice severity="warning" role="alert">
        {es.outdated.notice} {phrase && es.outdated.restore}
      </Notice>
      <div className="column columnTight">
        {phrase && (
          <PlainButton look="contained" onClick={() => navigate('/seed')}>
            {es.outdated.words}
          </PlainButton>
        )}
        {/* Not in place: /seed would show another phrase, which could be taken for the one that was written down. */}
        <a className="button buttonOutlined" href={pathOf('/login')}>
          {es.outdated.reload}
        </a>
      </div>
    </CardScreen>
  )
}
