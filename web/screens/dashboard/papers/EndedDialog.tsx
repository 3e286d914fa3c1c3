import { mdiCheckCircle } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { Address } from 'viem'
import { usePayments } from '../../../board/history/usePayments.ts'
import { useBoardStore } from '../../../board/useBoard.ts'
import type { Payments } from '../../../chain/history/fetchPayments.ts'
import { type Activity, activitiesOf, type Happening } from '../../../loans/activity.ts'
import { isSameAddress, type TakenLoan } from '../../../loans/loan.ts'
import { totalOf } from '../../../loans/terms.ts'
import { useWallet } from '../../../session/session.tsx'
import { esEnded } from '../../../text/es/esEnded.ts'
import { moneyOwed } from '../../../text/format.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { LeadingFact } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { useNameOf } from '../../../ui/people/people.ts'
import { ReceiptDialog } from '../wallet/ReceiptDialog.tsx'
import type { PaperProps } from './ContractDialog.tsx'

const words = esEnded

/** The end of a loan that is paid off, told to either side, with the receipt of the last payment and the contract. */
export function EndedDialog({ loan, book, onClose }: PaperProps) {
  const { address: me } = useWallet()
  const { ask } = useBoardStore()
  const nameOf = useNameOf()
  const { found, isSearching, hasFailed } = usePayments(book.address, loan)
  const [isReceiptOpen, setReceiptOpen] = useState(false)
  const side = isSameAddress(loan.lender, me) ? 'lent' : 'borrowed'
  const person = side === 'lent' ? loan.borrower : loan.lender
  // The loan as it was read may still be from before its last payment.
  const isRead = loan.status !== 'active' && found?.addsUp === true
  const receipt = isRead ? lastPayment(found, loan, me, book.address) : undefined
  return (
    <Dialog title={words[side](nameOf(person))} onClose={onClose}>
      <Stack spacing={2.5}>
        <Person address={person} line={words.nothing[side]} opens />
        <LeadingFact label={words.total[side]} value={moneyOwed(totalOf(loan))}>
          {loan.status !== 'active' && (
            <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'success.main' }}>
              <Box component="span" sx={{ display: 'flex' }}>
                <Icon path={mdiCheckCircle} />
              </Box>
              {words.whole}
            </Typography>
          )}
        </LeadingFact>
        {hasFailed && (
          <Notice severity="warning" role="status">
            {words.noReceipt}
          </Notice>
        )}
        <DialogButtons>
          <Button
            variant="contained"
            size="large"
            loading={isSearching && !receipt}
            disabled={!receipt}
            onClick={() => setReceiptOpen(true)}
          >
            {words.receipt}
          </Button>
          <Button variant="outlined" onClick={() => ask({ kind: 'contract', id: loan.id })}>
            {words.contract}
          </Button>
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
            {words.leave}
          </Button>
        </DialogButtons>
      </Stack>
      {isReceiptOpen && receipt && (
        <ReceiptDialog of={receipt} me={me} chainId={book.chainId} onClose={() => setReceiptOpen(false)} />
      )}
    </Dialog>
  )
}

/** The last payment as 'Actividad' tells it. */
function lastPayment({ payments }: Payments, loan: TakenLoan, me: Address, book: Address): Activity | undefined {
  const last = payments.at(-1)
  if (!last) return undefined
  const { amount, paidAt, isDayOnly, hash, payer } = last
  const { id } = loan
  const transaction = { hash, block: 0n }
  const told: Happening[] = [{ ...transaction, index: 0, event: 'Repaid', id, amount, total: loan.repaid }]
  if (!isSameAddress(payer, loan.borrower)) told.push({ ...transaction, index: 1, event: 'PaidBy', id, payer })
  const times = new Map(isDayOnly ? [] : [[transaction.block, paidAt]])
  return activitiesOf(told, { me, book, loans: new Map([[id, loan]]), times, estimate: () => paidAt })[0]
}
