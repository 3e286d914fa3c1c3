import { mdiRefresh } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useLatestBlock } from '../../board/network/useLatestBlock.ts'
import { esSeed } from '../../text/es/esSeed.ts'
import { shortHash } from '../../text/shortHex.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'

export function ConnectionTest() {
  const { test, run } = useLatestBlock()

  return (
    <Stack component="section" spacing={1.5} aria-label={esSeed.connection}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1.5 }}>
        <div>
          <Typography variant="subtitle1" component="h2">
            {esSeed.connection}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {esSeed.connectionHelp}
          </Typography>
        </div>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiRefresh} />}
          loading={test.state === 'busy'}
          loadingPosition="start"
          onClick={run}
        >
          {esSeed.latestBlock}
        </Button>
      </Box>
      <div role="status">
        {test.state === 'done' && (
          <Facts
            facts={[
              [esSeed.block, test.block.number.toString()],
              [esSeed.hash, shortHash(test.block.hash)],
            ]}
          />
        )}
      </div>
      {test.state === 'failed' && (
        <Notice severity="error" role="alert">
          {esSeed.connectionFailed}
        </Notice>
      )}
    </Stack>
  )
}
