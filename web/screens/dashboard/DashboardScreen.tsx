import { es } from '../../text/es.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'

export function DashboardScreen() {
  return <CardScreen title={es.dashboard.title} maxWidth={1264} />
}
