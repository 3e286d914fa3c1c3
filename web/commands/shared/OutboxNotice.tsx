import { Button, Link } from '@mui/material'
import { useBook } from '../../board/useBoard.ts'
import { isUnusableOutbox } from '../../chain/send/refusal.ts'
import { useWallet } from '../../session/session.tsx'
import { esCommands } from '../../text/es/esCommands.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { explorerUrl } from '../../text/explorer.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useOutboxTrouble } from '../useOutboxTrouble.ts'

const words = esCommands.outbox

/** Says that the signed transactions on this device cannot be read. Draws nothing while they can. */
export function OutboxNotice() {
  const { address } = useWallet()
  const chainId = useBook()?.chainId
  const { trouble, isWorking, refusal, acknowledge } = useOutboxTrouble()
  if (!trouble) return null
  const canGoOn = isUnusableOutbox(trouble)
  const url = canGoOn ? explorerUrl(chainId, 'address', address) : undefined
  return (
    <Notice
      severity="error"
      role="alert"
      action={
        canGoOn && (
          <Button loading={isWorking} onClick={acknowledge}>
            {words.acknowledge}
          </Button>
        )
      }
    >
      {words[trouble]}{' '}
      {url && (
        <Link href={url} target="_blank" rel="noreferrer">
          {words.explorer}
        </Link>
      )}{' '}
      {refusal && whyRefused(refusal)}
    </Notice>
  )
}
