import { mdiChevronDown } from '@mdi/js'
import { Box, Button, InputAdornment, OutlinedInput, Select, Stack } from '@mui/material'
import { useCallback, useRef } from 'react'
import { useBoard } from '../../board/useBoard.ts'
import { parseAmount } from '../../loans/decimal.ts'
import type { ProposalKind } from '../../loans/loan.ts'
import { REQUEST_LINK_DAYS } from '../../loans/signed.ts'
import { INSTALMENTS, TERM_DAYS } from '../../loans/terms.ts'
import { useAddress } from '../../people/useAddress.ts'
import { useSuggestions } from '../../people/useSuggestions.ts'
import { availableFor } from '../../text/available.ts'
import { AddressField } from '../../ui/fields/AddressField.tsx'
import { ChipChoices } from '../../ui/fields/ChipChoices.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { words as faucetWords } from '../faucet/words.ts'
import { Likeness } from '../shared/LookAlike.tsx'
import { useFunds } from '../useFunds.tsx'
import { type Draft, noteBytesLeft, OPEN_DAYS } from './draft.ts'
import { publishWords } from './words.ts'

type Props = {
  kind: ProposalKind
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
  errorOf: (field: keyof Draft) => string | undefined
  /** It is shared by link instead of published. */
  isByLink: boolean
  readOnly: boolean
}

// Numbers and addresses: no autofill, capitalisation, spell checking or translation.
const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, translate: 'no' } as const

// Takes no more room than the line 'Disponible' beside it, so that nothing moves when the balance is read.
const BESIDE_AVAILABLE = {
  mt: '4px !important',
  mb: '-24px !important',
  minHeight: 44,
  ml: '-4px !important',
  px: 0.5,
  py: 0.25,
  alignSelf: 'flex-start',
  alignItems: 'flex-start',
  textAlign: 'left',
  fontSize: '0.8125rem',
  lineHeight: '1.125rem',
}

/** The inputs of the publish form, named by the keys of Draft. */
export function DraftFields({ kind, draft, onChange, errorOf, isByLink, readOnly }: Props) {
  // Undefined while it is not known. Whoever asks needs none.
  const available = useBoard(({ book }) => book?.dollarBalance)
  const funds = useFunds()
  const suggest = useSuggestions(useBoard((view) => view.people))
  const amountInput = useRef<HTMLInputElement>(null)
  // The button goes when the dollars come, and must not take the focus with it.
  const passFocusOn = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button === document.activeElement) amountInput.current?.focus()
    },
    [],
  )
  const { address } = useAddress(draft.to)
  const amount = parseAmount(draft.amount)
  const funding = kind === 'offer' ? availableFor(amount.ok ? amount.value : undefined, available) : undefined
  const isShort = kind === 'offer' && (available === 0n || funding?.short !== undefined)
  const bytesLeft = noteBytesLeft(draft.note)
  return (
    <Stack spacing={{ xs: 2, sm: 3 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))' }}>
        <Field label={publishWords.amount} error={errorOf('amount') ?? funding?.error} help={funding?.help}>
          {(wiring) => (
            <OutlinedInput
              fullWidth
              name="amount"
              inputRef={amountInput}
              value={draft.amount}
              onChange={(event) => onChange({ amount: event.target.value })}
              error={wiring['aria-invalid']}
              readOnly={readOnly}
              startAdornment={<Unit sign="$" position="start" />}
              slotProps={{ input: { ...wiring, ...AS_TYPED, inputMode: 'decimal', 'aria-required': true } }}
            />
          )}
        </Field>
        <Stack spacing={0.75}>
          <Field label={publishWords.apr} error={errorOf('apr')}>
            {(wiring) => (
              <OutlinedInput
                fullWidth
                name="apr"
                value={draft.apr}
                onChange={(event) => onChange({ apr: event.target.value })}
                error={wiring['aria-invalid']}
                readOnly={readOnly}
                endAdornment={<Unit sign="%" position="end" />}
                slotProps={{ input: { ...wiring, ...AS_TYPED, inputMode: 'decimal', 'aria-required': true } }}
              />
            )}
          </Field>
          {isShort && (
            <Button
              ref={passFocusOn}
              size="small"
              aria-busy={funds.isBusy}
              onClick={() => funds.isBusy || funds.get()}
              sx={BESIDE_AVAILABLE}
            >
              {funds.isBusy ? faucetWords.busy : faucetWords.open}
            </Button>
          )}
        </Stack>
      </Box>
      <Choice
        name="days"
        label={publishWords.term}
        choices={TERM_DAYS}
        wordsFor={publishWords.days}
        value={draft.days}
        error={errorOf('days')}
        onChange={(days) => onChange({ days })}
        readOnly={readOnly}
      />
      <AddressField
        label={publishWords[kind].to}
        isOptional
        value={draft.to}
        onChange={(to) => onChange({ to })}
        address={address}
        suggest={suggest}
        error={errorOf('to')}
        readOnly={readOnly}
      />
      {address && <Likeness address={address} />}
      <Field
        label={publishWords.note}
        isOptional
        help={isByLink ? publishWords.byLink.noteHelp : publishWords.noteHelp}
        error={bytesLeft < 0 ? publishWords.mistake.note : undefined}
        aside={bytesLeft < 0 ? publishWords.noteExcess(-bytesLeft) : publishWords.noteLeft(bytesLeft)}
      >
        {(wiring) => (
          <OutlinedInput
            name="note"
            fullWidth
            multiline
            minRows={2}
            maxRows={8}
            value={draft.note}
            onChange={(event) => onChange({ note: event.target.value })}
            error={wiring['aria-invalid']}
            readOnly={readOnly}
            slotProps={{ input: wiring }}
          />
        )}
      </Field>
      <ChipChoices
        title={publishWords.instalments}
        name="instalments"
        choices={INSTALMENTS.map((value) => ({ value, label: instalmentChip(value), name: publishWords.instalmentCount(value) }))}
        chosen={draft.instalments}
        error={errorOf('instalments')}
        disabled={readOnly}
        onChoose={(instalments) => onChange({ instalments })}
      />
      <Choice
        name="openDays"
        label={publishWords.openDays}
        choices={isByLink ? REQUEST_LINK_DAYS : OPEN_DAYS}
        wordsFor={publishWords.openFor}
        value={draft.openDays}
        error={errorOf('openDays')}
        onChange={(openDays) => onChange({ openDays })}
        readOnly={readOnly}
      />
    </Stack>
  )
}

/** The title says the rest. */
function instalmentChip(count: number): string {
  return count === 1 ? publishWords.instalmentCount(count) : String(count)
}

type ChoiceProps = {
  name: keyof Draft
  label: string
  choices: readonly number[]
  wordsFor: (choice: number) => string
  value: number
  error: string | undefined
  onChange: (choice: number) => void
  readOnly: boolean
}

function Choice({ name, label, choices, wordsFor, value, error, onChange, readOnly }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Select
          native
          fullWidth
          name={name}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
          error={wiring['aria-invalid']}
          disabled={readOnly}
          IconComponent={Chevron}
          inputProps={wiring}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {wordsFor(choice)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Hidden from screen readers: the label already names the unit. */
function Unit({ sign, position }: { sign: string; position: 'start' | 'end' }) {
  return (
    <InputAdornment position={position} aria-hidden="true">
      {sign}
    </InputAdornment>
  )
}

function Chevron({ className }: { className?: string }) {
  return (
    <Box component="span" className={className} sx={{ display: 'flex', color: 'text.secondary', fontSize: '20px', mr: 0.75 }}>
      <Icon path={mdiChevronDown} />
    </Box>
  )
}
