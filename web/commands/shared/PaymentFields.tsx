import { Button, InputAdornment, OutlinedInput, Typography } from '@mui/material'
import { centsText } from '../../loans/decimal.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import { expectedBy, instalmentsPaid, lateCount, nextPayment } from '../../loans/plan.ts'
import { owedOn } from '../../loans/terms.ts'
import { moment, moneyOwed, shortDate } from '../../text/format.ts'
import type { Fact } from '../../ui/Facts.tsx'
import { Choices } from '../../ui/fields/Choices.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { Unbroken } from '../../ui/Unbroken.tsx'
import type { usePayment } from './usePayment.ts'
import { paymentWords } from './words.ts'

type Payment = ReturnType<typeof usePayment>

type Props = {
  loan: TakenLoan
  now: number
  payment: Payment
  words: { which: string; amount: string; all: string; cut: (owed: string) => string; otherAmountHint: string }
  /** Below the field: what there is, and whether it is enough; or what to write, while nothing is wrong. */
  available: { help: string; error?: string | undefined }
}

/** How much is paid: with a plan, its next instalment or another amount; and the amount itself. */
export function PaymentFields({
  loan,
  now,
  payment: { field, owed, payment, shown, isNext, mistake, choose },
  words,
  available,
}: Props) {
  const cut = payment.ok && payment.isCut ? words.cut(moneyOwed(owed)) : undefined
  const late = allLate(loan, now)
  return (
    <>
      {loan.instalments > 1 && (
        <Choices
          title={words.which}
          width="100%"
          choices={[
            { value: 'next', ...nextInstalment(loan, now) },
            ...(late ? [{ value: 'late' as const, ...late.choice }] : []),
            { value: 'other', label: paymentWords.otherAmount, hint: words.otherAmountHint },
          ]}
          chosen={isNext ? 'next' : shown === late?.typed ? 'late' : 'other'}
          onChoose={(value) => choose(value === 'next' ? 'next' : { typed: (value === 'late' && late?.typed) || '' })}
        />
      )}
      <Field
        label={words.amount}
        error={mistake ?? (available.error && [cut, available.error].filter(Boolean).join(' '))}
        help={[cut, available.help].filter(Boolean).join(' ')}
      >
        {(wiring) => (
          <OutlinedInput
            inputRef={field}
            value={shown}
            onChange={(event) => choose({ typed: event.target.value })}
            error={wiring['aria-invalid']}
            // With large text the button wraps below the amount.
            sx={{ flexWrap: 'wrap', '& .MuiOutlinedInput-input': { flex: '1 1 5rem', minWidth: 0 } }}
            startAdornment={
              <InputAdornment position="start" aria-hidden="true">
                $
              </InputAdornment>
            }
            endAdornment={
              <Button sx={{ flex: 'none', ml: 'auto', mr: -1.25, px: 1.25 }} onClick={() => choose('all')}>
                {words.all}
              </Button>
            }
            slotProps={{
              input: { ...wiring, autoComplete: 'off', inputMode: 'decimal', 'aria-required': true, translate: 'no' },
            }}
          />
        )}
      </Field>
    </>
  )
}

/** Until when the loan is to be repaid, below what is owed. */
export function DueLine({ loan }: { loan: TakenLoan }) {
  return (
    <Typography variant="body2" color="textSecondary">
      <Unbroken text={paymentWords.due(moment(loan.dueAt))} />
    </Typography>
  )
}

function nextInstalment(loan: TakenLoan, now: number) {
  const { number, amount, dueAt } = nextPayment(loan)
  const { nextInstalment, lateInstalment, dueInstalment, missedInstalment } = paymentWords
  const isLate = now > dueAt
  return {
    label: isLate ? lateInstalment : nextInstalment,
    hint: (isLate ? missedInstalment : dueInstalment)(number, loan.instalments, shortDate(dueAt)),
    amount: moneyOwed(amount),
  }
}

/** All that is late, where that is more than the next instalment. */
function allLate(loan: TakenLoan, now: number) {
  const count = lateCount(loan, now)
  const amount = expectedBy(loan, now) - loan.repaid
  if (count < 2 || amount >= owedOn(loan)) return undefined
  const choice = { label: paymentWords.allLate, hint: paymentWords.lateInstalments(count), amount: moneyOwed(amount) }
  return { typed: centsText(amount), choice }
}

/** Which instalments a payment goes to. Nothing where there is only one. */
export function instalmentFacts(label: string, loan: TakenLoan, { payment }: Payment): Fact[] {
  if (loan.instalments === 1 || !payment.ok) return []
  const { first, last, isPart } = instalmentsPaid(loan, payment.amount)
  return [[label, paymentWords.covers(first, last, loan.instalments, isPart)]]
}
