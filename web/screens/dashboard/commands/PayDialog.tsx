import { Button, InputAdornment, LinearProgress, OutlinedInput, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import type { Command } from '../../../loans/command.ts'
import { centsText } from '../../../loans/decimal.ts'
import type { TakenLoan } from '../../../loans/loan.ts'
import { checkPayment } from '../../../loans/payment.ts'
import { owedOn, percentRepaid, totalOf } from '../../../loans/terms.ts'
import { draftMistake } from '../../../text/draftMistake.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { moment, money, moneyOwed, moneyPaid } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Person } from '../../../ui/Person.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { WholeAddress } from '../../../ui/WholeHex.tsx'
import { CommandDialog, type Funds } from './CommandDialog.tsx'

const words = esCommands.repay

type Props = {
  /** Updated while the dialog is open. */
  loan: TakenLoan
  /** My balance in dollars. */
  available: bigint
  funds: Funds
  onClose: () => void
}

/** Repays a loan, in part or in full. */
export function PayDialog({ loan, available, funds, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  /** 'Pagar todo': exactly what is owed, to the millionth, even if it changes. */
  const [isAll, setAll] = useState(false)
  const [isChecked, setChecked] = useState(false)

  const owed = owedOn(loan)
  const shown = isAll ? centsText(owed) : typed
  const payment = checkPayment(shown, owed)
  const command: Command | undefined =
    loan.status === 'active' && payment.ok ? { kind: 'repay', loan, amount: payment.amount } : undefined
  const mistake = isChecked && !payment.ok ? draftMistake({ field: 'amount', problem: payment.problem }) : undefined

  const change = (text: string) => {
    setTyped(text)
    setAll(false)
    setChecked(false)
  }
  const complain = () => {
    setChecked(true)
    field.current?.focus()
  }

  return (
    <CommandDialog
      title={words.title}
      command={command}
      submit={payment.ok ? words.submitAmount(moneyOwed(payment.amount)) : words.submit}
      leave={words.leave}
      funds={funds}
      {...(loan.status === 'active' && { onIncomplete: complain })}
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.lender} line={words.receiver} />
          <LeadingFact label={words.owed} value={moneyOwed(owed)}>
            <LinearProgress
              variant="determinate"
              value={percentRepaid(loan)}
              aria-label={esLoans.loan.progress}
              color={loan.status === 'repaid' ? 'success' : 'secondary'}
              sx={{ height: 8, borderRadius: 4, bgcolor: color.line, my: 1 }}
            />
            <Typography variant="body2" color="textSecondary">
              <Unbroken text={esLoans.loan.paid(moneyPaid(loan), moneyOwed(totalOf(loan)), percentRepaid(loan))} />
            </Typography>
          </LeadingFact>
          {given?.kind === 'repay' ? (
            <Facts facts={[[words.amount, moneyOwed(given.amount)], [words.due, moment(loan.dueAt)], fee]} />
          ) : loan.status === 'repaid' ? (
            <Notice severity="success" role="status">
              {words.already}
            </Notice>
          ) : (
            <>
              <Field
                label={words.amount}
                error={mistake}
                help={payment.ok && payment.isCut ? words.cut(moneyOwed(owed)) : esCommands.available(money(available))}
              >
                {(wiring) => (
                  <OutlinedInput
                    inputRef={field}
                    value={shown}
                    onChange={(event) => change(event.target.value)}
                    error={wiring['aria-invalid']}
                    startAdornment={
                      <InputAdornment position="start" aria-hidden="true">
                        $
                      </InputAdornment>
                    }
                    endAdornment={
                      <Button sx={{ flex: 'none', mr: -1.25, px: 1.25 }} onClick={() => setAll(true)}>
                        {words.all}
                      </Button>
                    }
                    slotProps={{
                      input: { ...wiring, autoComplete: 'off', inputMode: 'decimal', 'aria-required': true, translate: 'no' },
                    }}
                  />
                )}
              </Field>
              <Facts
                facts={[
                  [words.left, payment.ok ? moneyOwed(owed - payment.amount) : esCommands.unknown],
                  [words.due, moment(loan.dueAt)],
                  fee,
                ]}
              />
            </>
          )}
          <WholeAddress label={esCommands.wholeAddress} address={loan.lender} />
        </>
      )}
    </CommandDialog>
  )
}
