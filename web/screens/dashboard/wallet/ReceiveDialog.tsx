import { mdiContentCopy, mdiShareVariant } from '@mdi/js'
import { Button, Stack, Typography } from '@mui/material'
import { useBoard } from '../../../board/useBoard.ts'
import { networkOf } from '../../../chains.ts'
import { paymentUri } from '../../../loans/paymentUri.ts'
import { esReceive } from '../../../text/es/esReceive.ts'
import { color } from '../../../theme.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { WholeHex } from '../../../ui/WholeHex.tsx'
import { useShareAddress } from './useShareAddress.ts'

export function ReceiveDialog({ onClose }: { onClose: () => void }) {
  const chainId = useBoard((view) => view.chainId)
  const { address, copy, share, isCopied } = useShareAddress()
  return (
    <Dialog title={esReceive.title} onClose={onClose}>
      <Stack spacing={2}>
        <QrCode text={paymentUri(address, chainId)} label={esReceive.code} />
        <Typography
          sx={{
            p: 1.5,
            borderRadius: '12px',
            bgcolor: 'action.hover',
            textAlign: 'center',
          }}
        >
          <WholeHex hex={address} />
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center' }}>
          {esReceive.only(networkOf(chainId)?.fullName ?? '')}
        </Typography>
        <DialogButtons>
          <Typography role="status" variant="body2" sx={{ textAlign: 'center', minHeight: '1.5rem', color: color.success }}>
            {isCopied && esReceive.copied}
          </Typography>
          <Button variant="contained" size="large" startIcon={<Icon path={mdiContentCopy} />} onClick={copy}>
            {esReceive.copy}
          </Button>
          <Button variant="outlined" startIcon={<Icon path={mdiShareVariant} />} onClick={share}>
            {esReceive.share}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
