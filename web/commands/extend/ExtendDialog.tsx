import { mdiChevronRight } from '@mdi/js'
import { Box, OutlinedInput, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { useHistoryWith, useNow } from '../../board/useBoard.ts'
import { isOverdue } from '../../loans/due.ts'
import { checkExtraDays, EXTRA_DAYS, MAX_EXTRA_DAYS } from '../../loans/extraTime.ts'
import { type ActiveLoan, DAY } from '../../loans/loan.ts'
import { planOf } from '../../loans/plan.ts'
import { owedOn, totalOf } from '../../loans/terms.ts'
import { date, moneyOwed, shortDate } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { color } from '../../theme.ts'
import { type Consequence, Consequences } from '../../ui/Consequences.tsx'
import { Facts, PANEL } from '../../ui/Facts.tsx'
import { Choices } from '../../ui/fields/Choices.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Plan } from '../../ui/Plan.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import type { Command } from '../command.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import type { LenderDialogProps } from '../shared/lenderDialog.ts'
import { words } from './dialogWords.ts'

const OTHER = 'other'

/** Gives the borrower more time. */
export function ExtendDialog({ loan, onClose }: LenderDialogProps) {
  const now = useNow()
  const withMe = useHistoryWith(loan.borrower)
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(String(EXTRA_DAYS[0]))
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)

  const days = chosen === OTHER ? checkExtraDays(typed) : Number(chosen)
  const command: Command | undefined =
    loan.status === 'active' && days !== undefined ? { kind: 'extend', loan, extraTime: days * DAY } : undefined
  const complain = () => {
    setChecked(true)
    field.current?.focus()
  }

  return (
    <CommandDialog
      words={{ ...words, submit: days === undefined ? words.submit : words.submitDays(words.days(days)) }}
      command={command}
      {...(loan.status === 'active' && { onIncomplete: complain })}
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.borrower} line={withOwnHistory(words.borrower(moneyOwed(owedOn(loan))), withMe, 'borrower')} />
          {given?.kind === 'extend' ? (
            <Outlook loan={given.loan} extraTime={given.extraTime} now={now} />
          ) : loan.status === 'active' ? (
            <>
              <Choices
                title={words.question}
                width="6.5rem"
                choices={[
                  ...EXTRA_DAYS.map((days) => ({ value: String(days), label: words.days(days) })),
                  { value: OTHER, label: words.other },
                ]}
                chosen={chosen}
                onChoose={setChosen}
              />
              {chosen === OTHER && (
                <Field
                  label={words.otherDays}
                  error={isChecked && days === undefined ? words.mistake(MAX_EXTRA_DAYS) : undefined}
                >
                  {(wiring) => (
                    <OutlinedInput
                      inputRef={field}
                      value={typed}
                      onChange={(event) => {
                        setTyped(event.target.value)
                        setChecked(false)
                      }}
                      error={wiring['aria-invalid']}
                      slotProps={{ input: { ...wiring, autoComplete: 'off', inputMode: 'numeric', 'aria-required': true } }}
                    />
                  )}
                </Field>
              )}
              {command?.kind === 'extend' && <Outlook loan={command.loan} extraTime={command.extraTime} now={now} />}
              <Facts facts={[fee]} />
              <FoldedAddress address={loan.borrower} />
            </>
          ) : (
            <Notice severity="info" role="status">
              {loan.status === 'repaid' ? words.already : words.forgiven}
            </Notice>
          )}
        </>
      )}
    </CommandDialog>
  )
}

type OutlookProps = { loan: ActiveLoan; extraTime: number; now: number }

/** The effect of more time: another date, with a plan other dates, and nothing else. */
function Outlook({ loan, extraTime, now }: OutlookProps) {
  const extended: ActiveLoan = { ...loan, dueAt: loan.dueAt + extraTime }
  const before = planOf(loan, now)
  const total = moneyOwed(totalOf(loan))
  const lateness: Consequence[] = !isOverdue(loan, now)
    ? []
    : [isOverdue(extended, now) ? ['care', words.stillLate] : ['good', words.noLongerLate]]
  return (
    <>
      <Box sx={{ ...PANEL, display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Moment label={words.today} day={date(loan.dueAt)} />
        <Box sx={{ display: 'flex', color: color.text2 }}>
          <Icon path={mdiChevronRight} />
        </Box>
        <Moment label={words.afterwards} day={date(extended.dueAt)} />
      </Box>
      <Consequences
        items={[
          ['stays', (loan.instalments > 1 ? words.sameTotalInParts : words.sameTotal)(total)],
          ...lateness,
          ['note', words.seen],
        ]}
      />
      {loan.instalments > 1 && (
        <Plan
          label={words.plan}
          plan={planOf(extended, now)}
          remarkOf={({ number, state }) => {
            const old = before[number - 1]
            return state === 'paid' || !old ? words.paid : words.before(shortDate(old.dueAt))
          }}
        />
      )}
    </>
  )
}

function Moment({ label, day }: { label: string; day: string }) {
  return (
    <div>
      <Typography variant="caption" color="textSecondary" component="p">
        {label}
      </Typography>
      <Typography sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>{day}</Typography>
    </div>
  )
}
