import { Alert, Button, Stack, Typography } from '@mui/material'
import { useLatestBlock } from '../../state/useLatestBlock.ts'
import { es } from '../../text/es.ts'
import { shortHash } from '../../text/format.ts'

export function ConnectionTest() {
  const { test, run } = useLatestBlock()

  return (
    <Stack component="section" spacing={1} aria-label={es.seed.connection}>
      <Typography variant="body2" color="textSecondary">
        {es.seed.connectionHelp}
      </Typography>
      <Button variant="outlined" loading={test.state === 'busy'} onClick={run}>
        {es.seed.latestBlock}
      </Button>
      {test.state === 'done' && (
        <Typography variant="body2" role="status">
          {es.seed.block(test.block.number, shortHash(test.block.hash))}
        </Typography>
      )}
      {test.state === 'failed' && <Alert severity="error">{es.seed.connectionFailed}</Alert>}
    </Stack>
  )
}
