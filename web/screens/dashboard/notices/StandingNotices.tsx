import { Button } from '@mui/material'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { words as annulWords } from '../../../commands/annul/words.ts'
import { OutboxNotice } from '../../../commands/shared/OutboxNotice.tsx'
import { useSendingView } from '../../../commands/useSending.tsx'
import { words as withdrawWords } from '../../../commands/withdraw/words.ts'
import { useWallet } from '../../../session/session.tsx'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esWallet } from '../../../text/es/esWallet.ts'
import { money } from '../../../text/format.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'

/** A wallet of this visit alone, and the way to keep it. */
export function VisitOnly() {
  const { dataKey } = useWallet()
  const { ask } = useBoardStore()
  if (dataKey) return null
  return (
    <Notice severity="warning" role="note" action={<Button onClick={() => ask({ kind: 'keep' })}>{esWallet.keep.open}</Button>}>
      {esWallet.keep.notice}
    </Notice>
  )
}

/** Notices about the account that stay while what they say is so. */
export function AccountNotices() {
  const isBusyElsewhere = useSendingView((sending) => sending.isBusyElsewhere)
  const { ask } = useBoardStore()
  const hasNoContract = useBoard(({ dashboard, book }) => dashboard !== undefined && !book)
  const claimable = useBoard((view) => view.claimable)
  return (
    <>
      {hasNoContract && (
        <Notice severity="info" role="note">
          {esLoans.header.noContract}
        </Notice>
      )}
      {claimable > 0n && (
        <Notice
          severity="info"
          role="note"
          action={<Button onClick={() => ask({ kind: 'withdraw', amount: claimable })}>{withdrawWords.open}</Button>}
        >
          {withdrawWords.notice(money(claimable))}
        </Notice>
      )}
      {isBusyElsewhere && (
        <Notice
          severity="warning"
          role="status"
          action={<Button onClick={() => ask({ kind: 'annul' })}>{annulWords.open}</Button>}
        >
          {annulWords.notice}
        </Notice>
      )}
      <OutboxNotice />
    </>
  )
}
