import { Button, Checkbox, FormControlLabel, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useGeneratedPhrase } from '../../state/useGeneratedPhrase.ts'
import { es } from '../../text/es.ts'
import { CardScreen } from '../../ui/CardScreen.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'

export function SeedScreen() {
  const phrase = useGeneratedPhrase()
  const [saved, setSaved] = useState(false)
  const navigate = useNavigate()

  return (
    <CardScreen title={es.seed.title} maxWidth={584}>
      {!phrase && <Typography role="status">{es.seed.generating}</Typography>}
      <FormControlLabel
        control={<Checkbox checked={saved} onChange={(_, checked) => setSaved(checked)} />}
        label={es.seed.saved}
      />
      <Button variant="contained" disabled={!saved || !phrase} onClick={() => navigate('/seed/confirm')}>
        {es.seed.next}
      </Button>
      <ConnectionTest />
    </CardScreen>
  )
}
