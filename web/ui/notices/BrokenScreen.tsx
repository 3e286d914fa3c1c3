import { pathOf } from '../../routes.ts'
import { es } from '../../text/es/es.ts'
import { CardScreen } from '../CardScreen.tsx'
import { PlainButton } from '../fields/PlainButton.tsx'

/** In place of a screen that could not be drawn: offers to reload or go back to /login. */
export function BrokenScreen() {
  return (
    <CardScreen title={es.broken.title} maxWidth={430}>
      <div role="alert">{es.broken.body}</div>
      <div className="column columnTight">
        <PlainButton look="contained" onClick={() => location.reload()}>
          {es.broken.reload}
        </PlainButton>
        <a className="button buttonOutlined" href={pathOf('/login')}>
          {es.broken.back}
        </a>
      </div>
    </CardScreen>
  )
}
