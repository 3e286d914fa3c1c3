import { mdiChevronRight } from '@mdi/js'
import {
  Box,
  Button,
  ButtonBase,
  Checkbox,
  FormControlLabel,
  InputAdornment,
  OutlinedInput,
  Stack,
  Typography,
} from '@mui/material'
import { type RefObject, use, useEffect, useId, useRef, useState } from 'react'
import type { Address } from 'viem'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { TransferKind } from '../../loans/transfer.ts'
import type { Dollars } from '../../loans/units.ts'
import { useSuggestions } from '../../people/useSuggestions.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { ethFee, exactEther, exactMoney, money, moneyOwed } from '../../text/format.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { type Fact, Facts, LeadingFact, PANEL } from '../../ui/Facts.tsx'
import { AddressField, roomForList } from '../../ui/fields/AddressField.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { TabBar } from '../../ui/fields/TabBar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { PeopleContext } from '../../ui/people/people.ts'
import { Steps } from '../../ui/Steps.tsx'
import { WholeHex } from '../../ui/WholeHex.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { useHold } from '../shared/hold.ts'
import { Likeness, LookAlike } from '../shared/LookAlike.tsx'
import { words } from './dialogWords.ts'
import { amountMistake, recipientMistake, tiesLine } from './ties.ts'
import { useTransfer } from './useTransfer.ts'
import { amountSent } from './words.ts'

const STEPS = ['to', 'amount', 'review'] as const
type Step = (typeof STEPS)[number]

const KINDS: readonly TransferKind[] = ['sendDollars', 'sendEther']

/** How many people are listed at first, and by how many more. */
const FIRST_COUNT = 4
const MORE_COUNT = 25

type Props = {
  /** Updated while the dialog is open. */
  book: Book
  /** Filled in: then the amount is asked first. */
  to: Address | undefined
  onClose: () => void
}

type Transfer = ReturnType<typeof useTransfer>

/** Sends ether or dollars: to whom, how much, and once more to read. */
export function SendDialog({ book, to: given, onClose }: Props) {
  const [step, setStep] = useState<Step>(given ? 'amount' : 'to')
  const [isChecked, setChecked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const transfer = useTransfer(book, given, step === 'amount', () => setChecked(false))
  const { to, problem, command } = transfer
  // As it was when one went on to read it: what comes in or goes out meanwhile does not change it.
  const [reviewed, setReviewed] = useState<Transfer['command']>()
  // Found out later, when the node answered.
  if (problem && step !== 'to') setStep('to')

  const stepIndex = STEPS.indexOf(step)
  const goTo = (next: Step | undefined) => {
    if (next) setStep(next)
    setChecked(false)
  }
  const goOn = () => {
    if (step === 'review') return
    if (step === 'to' ? !problem : command) {
      setReviewed(command)
      return goTo(STEPS[stepIndex + 1])
    }
    setChecked(true)
    content.current?.querySelector('input')?.focus()
  }
  const choose = (person: Address) => {
    transfer.typeTo(person)
    goTo('amount')
  }

  return (
    <CommandDialog
      words={{
        ...words,
        submit: step === 'review' && reviewed ? words.submit(amountSent(reviewed)) : words.next,
        short: step === 'amount' ? shortLine(transfer) : undefined,
      }}
      command={step === 'review' ? reviewed : undefined}
      color={step === 'review' && transfer.lookAlike ? 'error' : 'primary'}
      offersFunds
      {...(step !== 'review' && { onIncomplete: goOn })}
      onBack={stepIndex > 0 ? () => goTo(STEPS[stepIndex - 1]) : undefined}
      onClose={onClose}
    >
      {(fee, given) => (
        <Stack ref={content} spacing={2}>
          <StepLine step={step} />
          {step === 'to' && <ToWhom transfer={transfer} isChecked={isChecked} onChoose={choose} />}
          {step === 'amount' && to && <HowMuch transfer={transfer} to={to} isChecked={isChecked} />}
          {step === 'review' && reviewed && (
            <Review transfer={transfer} command={reviewed} fee={fee} isGiven={given !== undefined} />
          )}
        </Stack>
      )}
    </CommandDialog>
  )
}

/** Where one is. Takes the focus when the step changes, because what was pressed is gone. */
function StepLine({ step }: { step: Step }) {
  const line = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    line.current?.focus({ preventScroll: true })
    line.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return (
    <Box ref={line} tabIndex={-1} sx={{ borderRadius: '4px', alignSelf: 'flex-start' }}>
      <Steps step={STEPS.indexOf(step) + 1} name={words.steps[step]} />
    </Box>
  )
}

type ToWhomProps = { transfer: Transfer; isChecked: boolean; onChoose: (person: Address) => void }

function ToWhom({ transfer, isChecked, onChoose }: ToWhomProps) {
  const titleId = useId()
  const [count, setCount] = useState(FIRST_COUNT)
  const { typedTo, typeTo, to, problem, people, historyWith, hasSentTo } = transfer
  const { nameOf } = use(PeopleContext)
  const suggest = useSuggestions(people)
  // A text that is no address may still become one.
  const isWrong = problem && (isChecked || (problem !== 'missing' && problem !== 'invalid'))
  return (
    <>
      <AddressField
        label={words.to}
        value={typedTo}
        onChange={typeTo}
        address={to}
        suggest={suggest}
        error={isWrong ? recipientMistake(problem, typedTo, suggest) : undefined}
      />
      <Stack spacing={2} sx={{ minHeight: roomForList(suggest('').length) }}>
        {to && !problem && <Likeness address={to} />}
        {people.length > 0 && (
          <div>
            <Typography id={titleId} variant="body2" component="h3" color="textSecondary" sx={{ mb: 0.5 }}>
              {words.known}
            </Typography>
            <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {people.slice(0, count).map((person) => (
                <Box
                  key={person}
                  component="li"
                  sx={{
                    position: 'relative',
                    display: 'flex',
                    alignItems: 'center',
                    justifyContent: 'space-between',
                    gap: 1,
                    mx: -1,
                    px: 1,
                    py: 1.25,
                    borderRadius: '10px',
                    '&:hover': { bgcolor: 'action.hover' },
                  }}
                >
                  <Person address={person} line={tiesLine(historyWith(person), hasSentTo(person))} />
                  <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
                    <Icon path={mdiChevronRight} />
                  </Box>
                  {/* Over the row, so that what is read stays text. */}
                  <ButtonBase
                    aria-label={words.sendTo(nameOf(person) ?? shortAddress(person))}
                    onClick={() => onChoose(person)}
                    sx={{ position: 'absolute', inset: 0, borderRadius: '10px' }}
                  />
                </Box>
              ))}
            </Box>
            {people.length > count && (
              <Button sx={{ mx: -1, px: 1 }} onClick={() => setCount(count + MORE_COUNT)}>
                {words.more(people.length - count)}
              </Button>
            )}
          </div>
        )}
      </Stack>
    </>
  )
}

function HowMuch({ transfer, to, isChecked }: { transfer: Transfer; to: Address; isChecked: boolean }) {
  const tabsId = useId()
  const { kind, choose, typed, type, most, amount, refusal, chooseMost } = transfer
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <LookAlike address={to} isInView />
      <Whom transfer={transfer} to={to} />
      <TabBar
        label={words.what}
        id={tabsId}
        tabs={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        value={kind}
        onChange={choose}
      />
      <Box role="tabpanel" id={`${tabsId}-${kind}-panel`} aria-labelledby={`${tabsId}-${kind}`}>
        <Field
          label={words.amount}
          // More than there is, is said while it is typed: more digits do not mend it.
          error={!amount.ok && (isChecked || amount.problem.kind === 'above') ? amountMistake(kind, amount.problem) : undefined}
          help={availableLine(transfer)}
        >
          {(wiring) => (
            <OutlinedInput
              inputRef={field}
              value={typed}
              onChange={({ target }) => type(target.value)}
              error={wiring['aria-invalid']}
              // With large text the button wraps below the amount.
              sx={{ flexWrap: 'wrap', '& .MuiOutlinedInput-input': { flex: '1 1 5rem', minWidth: 0 } }}
              startAdornment={
                kind === 'sendDollars' && (
                  <InputAdornment position="start" aria-hidden="true">
                    $
                  </InputAdornment>
                )
              }
              endAdornment={
                <>
                  {kind === 'sendEther' && (
                    <InputAdornment position="end" aria-hidden="true">
                      ETH
                    </InputAdornment>
                  )}
                  <Button
                    disabled={!most}
                    sx={{ flex: 'none', ml: 'auto', mr: -1.25, px: 1.25 }}
                    onClick={() => chooseAndShow(field, chooseMost)}
                  >
                    {words.most}
                  </Button>
                </>
              }
              slotProps={{
                input: { ...wiring, autoComplete: 'off', inputMode: 'decimal', 'aria-required': true, translate: 'no' },
              }}
            />
          )}
        </Field>
      </Box>
      {refusal && (
        <Notice severity="error" role="alert">
          {whyRefused(refusal)}
        </Notice>
      )}
      <NoPayment owed={transfer.owedTo(to)} />
    </>
  )
}

/** A long amount is shown from its beginning. */
function chooseAndShow(field: RefObject<HTMLInputElement | null>, choose: () => void) {
  choose()
  field.current?.scrollTo({ left: 0 })
}

function availableLine({ kind, available, reserve }: Transfer): string {
  if (kind === 'sendDollars') return words.available(money(available))
  return reserve === undefined
    ? words.available(exactEther(available))
    : words.availableEther(exactEther(available), `${ethFee(reserve)} ETH`)
}

/** On the button, in the unit of what is sent. */
function shortLine({ kind, short }: Transfer): string | undefined {
  return short === undefined ? undefined : esCommands.short(kind === 'sendEther' ? exactEther(short) : moneyOwed(short))
}

type ReviewProps = { transfer: Transfer; command: NonNullable<Transfer['command']>; fee: Fact; isGiven: boolean }

function Review({ transfer, command, fee, isGiven }: ReviewProps) {
  const { kind, to, amount } = command
  const { available, isContract, sendsRead } = transfer
  // Once it is carried out, it is not the first any more: then as it was when it was shown.
  const [wasFirst] = useState(transfer.isFirst)
  const isFirst = isGiven ? wasFirst : transfer.isFirst
  const [left, owed] = [available - amount, transfer.owedTo(to)]
  const exact = kind === 'sendEther' ? exactEther(amount) : undefined
  return (
    <>
      {/* First, so that the step begins at its top and nobody has to look for them. */}
      <LookAlike address={to} isInView>
        <Compared />
      </LookAlike>
      {isContract && (
        <Notice severity="warning" role="alert" isInView>
          {words.contract}
        </Notice>
      )}
      <LeadingFact label={words.sends} value={amountSent(command)} />
      <Stack sx={{ ...PANEL }}>
        <Whom transfer={transfer} to={to} hasSent={!isFirst} />
        <WholeHex hex={to} />
      </Stack>
      <Notice severity="warning" role="note">
        {isFirst ? (sendsRead === 'whole' ? words.first : words.maybeFirst[sendsRead]) : words.final}
      </Notice>
      <Facts
        facts={[
          ...(exact && exact !== amountSent(command) ? [[words.exact, exact] as const] : []),
          fee,
          ...(isGiven || left < 0n
            ? []
            : [
                kind === 'sendEther' ? ([words.leftEther, exactEther(left)] as const) : ([words.left, exactMoney(left)] as const),
              ]),
        ]}
      />
      {owed > 0n && <NoPayment owed={owed} />}
    </>
  )
}

/** Holds the button back until the address is said to have been compared. */
function Compared() {
  const [isCompared, setCompared] = useState(false)
  useHold(!isCompared)
  return (
    <FormControlLabel
      control={<Checkbox checked={isCompared} onChange={(_, checked) => setCompared(checked)} />}
      label={words.compared}
    />
  )
}

type WhomProps = { transfer: Transfer; to: Address; hasSent?: boolean }

function Whom({ transfer: { historyWith, hasSentTo, received }, to, hasSent = hasSentTo(to) }: WhomProps) {
  return <Person address={to} line={tiesLine(historyWith(to), hasSent, received)} />
}

function NoPayment({ owed }: { owed: Dollars }) {
  return (
    <Notice severity={owed > 0n ? 'warning' : 'info'} role="note">
      {owed > 0n ? words.noPaymentOwed(moneyOwed(owed)) : words.noPayment}
    </Notice>
  )
}
