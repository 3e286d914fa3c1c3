import { Box, Button, Paper, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useSession } from '../../state/session.tsx'
import { useAddress } from '../../state/useAddress.ts'
import { es } from '../../text/es.ts'
import { shortAddress } from '../../text/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ForgetDialog } from './ForgetDialog.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import { ShowPhraseDialog } from './ShowPhraseDialog.tsx'
import { TopBar, type TopBarDialog } from './TopBar.tsx'

const DIALOGS = { showPhrase: ShowPhraseDialog, forget: ForgetDialog, keep: KeepDialog }

export function DashboardScreen() {
  const { dataKey } = useSession()
  const address = useAddress()
  const [dialog, setDialog] = useState<TopBarDialog | 'keep'>()
  const Dialog = dialog && DIALOGS[dialog]

  useEffect(() => {
    document.title = `${es.dashboard.title} · ${es.product}`
  }, [])

  return (
    <>
      <TopBar onOpen={setDialog} />
      <Box
        component="main"
        sx={{ maxWidth: 1264, mx: 'auto', boxSizing: 'border-box', px: { xs: 2, sm: 3, lg: 4 }, py: 3, display: 'grid', gap: 3 }}
      >
        <Typography variant="h4" component="h1">
          {es.dashboard.title}
        </Typography>
        {!dataKey && (
          <Notice severity="warning" role="note" action={<Button onClick={() => setDialog('keep')}>{es.keep.open}</Button>}>
            {es.keep.notice}
          </Notice>
        )}
        <Paper elevation={0} sx={{ p: { xs: 2, sm: 3 }, border: 1, borderColor: 'divider' }}>
          <Typography variant="caption" color="textSecondary">
            {es.dashboard.address}
          </Typography>
          <Typography sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>{shortAddress(address)}</Typography>
        </Paper>
      </Box>
      {Dialog && <Dialog onClose={() => setDialog(undefined)} />}
    </>
  )
}
