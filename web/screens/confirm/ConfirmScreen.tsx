import { Button } from '@mui/material'
import { Link } from 'react-router'
import { es } from '../../text/es.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'

export function ConfirmScreen() {
  return (
    <CardScreen title={es.confirm.title} maxWidth={584}>
      <Button variant="outlined" component={Link} to="/seed">
        {es.confirm.back}
      </Button>
    </CardScreen>
  )
}
