import { Box, Button, Stack, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useBook, useHistoryWith, useNow } from '../../board/useBoard.ts'
import { DAY, type TakenLoan } from '../../loans/loan.ts'
import { PAYMENT_LINK_DAYS } from '../../loans/signed.ts'
import type { Dollars } from '../../loans/units.ts'
import { availableFor } from '../../text/available.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { moment, moneyOwed } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { Consequences } from '../../ui/Consequences.tsx'
import { Dialog, DialogButtons, SIGNING_GAP } from '../../ui/Dialog.tsx'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Choices } from '../../ui/fields/Choices.tsx'
import { SubmitButton } from '../../ui/fields/SubmitButton.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import { words as faucetWords } from '../faucet/words.ts'
import { FundsButton } from '../shared/FundsButton.tsx'
import { DueLine, instalmentFacts, PaymentFields } from '../shared/PaymentFields.tsx'
import { usePayment } from '../shared/usePayment.ts'
import { useFunds } from '../useFunds.tsx'
import { AlreadySigned } from './AlreadySigned.tsx'
import { words as payWords, signWords as words } from './dialogWords.ts'
import { useSignPayment } from './useSignPayment.ts'

type Props = {
  /** Updated while the dialog is open. */
  loan: TakenLoan
  /** Filled in. */
  amount?: Dollars
  onClose: () => void
}

const [, USUAL_DAYS] = PAYMENT_LINK_DAYS

/** Signs a payment that the lender collects: for who has no ether. */
export function SignPaymentDialog({ loan, amount, onClose }: Props) {
  const now = useNow()
  const withMe = useHistoryWith(loan.lender)
  const book = useBook()
  const nameOf = useNameOf()
  const chosen = usePayment(loan, amount)
  const [days, setDays] = useState<number>(USUAL_DAYS)
  const { owed, payment } = chosen
  const available = availableFor(payment.ok ? payment.amount : undefined, book?.dollarBalance)
  const short = loan.status === 'active' ? available.short : undefined
  const wanted = loan.status === 'active' && payment.ok ? { loan, amount: payment.amount, days } : undefined
  const { isSigning, problem, isPoor, sign } = useSignPayment(wanted, onClose)
  const funds = useFunds()
  const lacking = !short && (isPoor || funds.isBusy) ? funds : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (short) return
    if (!wanted) return chosen.complain()
    if (lacking) return lacking.isBusy || lacking.get()
    sign(wanted)
  }
  const lender = nameOf(loan.lender)
  const until = moment(now + days * DAY)
  const isOwed = loan.status === 'active'
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Stack component="form" noValidate autoComplete="off" spacing={SIGNING_GAP} onSubmit={submit}>
        <Person address={loan.lender} line={withOwnHistory(words.receiver, withMe, 'lender')} />
        <LeadingFact label={payWords.owed} value={moneyOwed(owed)}>
          {isOwed && <DueLine loan={loan} />}
        </LeadingFact>
        {isOwed ? (
          <>
            <AlreadySigned loan={loan} words={words} />
            <PaymentFields loan={loan} now={now} payment={chosen} words={payWords} available={available} />
            <Choices
              title={words.days}
              width="6.5rem"
              choices={PAYMENT_LINK_DAYS.map((value) => ({ value, label: words.dayCount(value) }))}
              chosen={days}
              onChoose={setDays}
            />
            <Facts
              facts={[
                ...instalmentFacts(payWords.pays, loan, chosen),
                [words.left, payment.ok ? moneyOwed(owed - payment.amount) : esCommands.unknown],
                [words.until, until],
                [words.fee, words.feeOf(lender)],
              ]}
            />
            <Consequences
              items={[
                ['note', words.owed],
                ['care', words.spend],
                ['note', words.end],
              ]}
            />
          </>
        ) : (
          <Notice severity="success" role="status">
            {loan.status === 'repaid' ? payWords.already : payWords.forgiven}
          </Notice>
        )}
        <FoldedAddress address={loan.lender} />
        <DialogButtons>
          {isOwed && !problem && (
            <Box sx={{ containerType: 'inline-size' }}>
              {/* With large text it would cover the form, which says the same. */}
              <Typography variant="body2" sx={{ '@container (max-width: 15rem)': { display: 'none' } }}>
                <Unbroken text={words.moves(lender, until)} />
              </Typography>
            </Box>
          )}
          {problem && (
            <Notice severity={lacking ? 'warning' : 'error'} role="alert" isInView>
              {problem}
            </Notice>
          )}
          {lacking ? (
            <SubmitButton label={faucetWords.open} busyLabel={faucetWords.busy} isBusy={lacking.isBusy} />
          ) : (
            <SubmitButton
              label={short ?? words.submit}
              busyLabel={words.busy}
              isBusy={isSigning}
              disabled={!isOwed || short !== undefined}
            />
          )}
          {short && <FundsButton />}
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
            {words.leave}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
