import { es } from '../../text/es.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'

export function LoginScreen() {
  return <CardScreen title={es.login.title} subtitle={es.login.subtitle} maxWidth={430} />
}
