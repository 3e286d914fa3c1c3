import { mdiChevronDown, mdiMagnify, mdiTune } from '@mdi/js'
import { Box, Button, Typography } from '@mui/material'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useState } from 'react'
import { type Filters as Chosen, ORDERS, setCount } from '../../../board/market/filters.ts'
import {
  aprLimitText,
  MAX_WORDS_LENGTH,
  parseAprLimit,
  parsePrincipalLimit,
  principalLimitText,
} from '../../../board/market/marketQuery.ts'
import { useFilters } from '../../../board/market/useFilters.ts'
import { TERM_DAYS } from '../../../loans/terms.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { color } from '../../../theme.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useIsPhone } from '../useIsPhone.ts'

const words = esMarket.filters

/** Search box and filters. On a phone the filters are behind a button, which says how many are set. */
export function Filters() {
  const [filters, onChange] = useFilters()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const change = (part: Partial<Chosen>) => onChange({ ...filters, ...part })
  return (
    <Box role="group" aria-label={words.title} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <Box sx={{ flex: '1 1 11rem', minWidth: 0 }}>
          <WordsField words={filters.words} onChange={(words) => change({ words })} />
        </Box>
        {isPhone && (
          <Button
            variant={isOpen ? 'tonal' : 'outlined'}
            startIcon={<Icon path={mdiTune} />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            sx={{ minHeight: 48, px: 1.5 }}
          >
            {words.open(setCount(filters))}
          </Button>
        )}
      </Box>
      {(isOpen || !isPhone) && <Limits id={id} filters={filters} onChange={change} />}
    </Box>
  )
}

type LimitsProps = { id: string; filters: Chosen; onChange: (part: Partial<Chosen>) => void }

function Limits({ id, filters, onChange: change }: LimitsProps) {
  return (
    <Box id={id} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <TermChips days={filters.days} onChange={(days) => change({ days })} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr)) auto' },
          alignItems: 'start',
          gap: 1.5,
        }}
      >
        <Limit
          label={words.maxPrincipal}
          error={words.badPrincipal}
          unit="$"
          value={filters.maxPrincipal}
          parse={parsePrincipalLimit}
          print={principalLimitText}
          onChange={(maxPrincipal) => change({ maxPrincipal })}
        />
        <Limit
          label={words.maxApr}
          error={words.badApr}
          unit="%"
          value={filters.maxApr}
          parse={parseAprLimit}
          print={aprLimitText}
          onChange={(maxApr) => change({ maxApr })}
        />
        <OrderField kind={filters.kind} order={filters.order} onChange={(order) => change({ order })} />
        <Box sx={{ pt: '26px' }}>
          <Chip isOn={filters.isMineOnly} isTall onClick={() => change({ isMineOnly: !filters.isMineOnly })}>
            {esMarket[filters.kind].mine}
          </Chip>
        </Box>
      </Box>
      <Help />
    </Box>
  )
}

function WordsField({ words: typed, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <Box sx={{ position: 'relative' }}>
      <Box aria-hidden="true" sx={{ ...unitPosition, left: 14, display: 'flex' }}>
        <Icon path={mdiMagnify} />
      </Box>
      <Input
        className="input"
        type="search"
        aria-label={words.words}
        autoComplete="off"
        placeholder={words.wordsExample}
        maxLength={MAX_WORDS_LENGTH}
        value={typed}
        onChange={({ target }) => onChange(target.value)}
        sx={{ pl: '44px', pr: '14px', textOverflow: 'ellipsis' }}
      />
    </Box>
  )
}

function Help() {
  return (
    <Box component="details" sx={{ my: -1 }}>
      <Typography
        component="summary"
        variant="body2"
        sx={{ py: 1.5, width: 'fit-content', cursor: 'pointer', color: 'text.secondary', '&:hover': { color: 'text.primary' } }}
      >
        {words.help}
      </Typography>
      <Typography variant="body2" sx={{ pb: 1, maxWidth: '70ch' }}>
        {words.helpText}
      </Typography>
    </Box>
  )
}

function TermChips({ days: chosen, onChange }: { days: Chosen['days']; onChange: (days: Chosen['days']) => void }) {
  return (
    <Box
      role="group"
      aria-label={esMarket.term}
      sx={{
        display: 'flex',
        gap: 1,
        overflowX: 'auto',
        scrollbarWidth: 'none',
        // On a phone the row scrolls to the screen's edge; the padding keeps the focus ring from being clipped.
        mx: { xs: -2, sm: -0.5 },
        px: { xs: 2, sm: 0.5 },
        my: -0.5,
        py: 0.5,
      }}
    >
      {[undefined, ...TERM_DAYS].map((days) => (
        <Chip key={days ?? 0} isOn={days === chosen} onClick={() => onChange(days)}>
          {days === undefined ? words.allTerms : esMarket.days(days)}
        </Chip>
      ))}
    </Box>
  )
}

type ChipProps = { isOn: boolean; isTall?: boolean; onClick: () => void; children: ReactNode }

function Chip({ isOn, isTall = false, onClick, children }: ChipProps) {
  return (
    <Button
      aria-pressed={isOn}
      onClick={onClick}
      sx={{
        flex: 'none',
        minHeight: isTall ? 48 : 44,
        width: isTall ? '100%' : 'auto',
        px: 2,
        border: `1px solid ${isOn ? color.primary : color.field}`,
        borderRadius: '99px',
        bgcolor: isOn ? color.primaryTint : 'transparent',
        color: isOn ? color.text : color.text2,
        fontSize: '0.875rem',
        lineHeight: '1.25rem',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        '&:hover': { bgcolor: isOn ? color.primaryTintHover : color.raised },
      }}
    >
      {children}
    </Button>
  )
}

type LimitProps<Value> = {
  label: string
  error: string
  unit: '$' | '%'
  value: Value | undefined
  parse: (text: string) => Value | undefined
  print: (value: Value | undefined) => string
  onChange: (value: Value | undefined) => void
}

/** Keeps the text as typed ('12.' on the way to '12.5') while it parses to the filter's value. */
function Limit<Value>({ label, error, unit, value, parse, print, onChange }: LimitProps<Value>) {
  const [typed, setTyped] = useState(print(value))
  const text = parse(typed) === value ? typed : print(value)
  const isBroken = text.trim() !== '' && parse(text) === undefined
  return (
    <Field label={label} error={isBroken ? error : undefined}>
      {(wiring) => (
        <Box sx={{ position: 'relative' }}>
          <Box aria-hidden="true" sx={{ ...unitPosition, [unit === '$' ? 'left' : 'right']: 14 }}>
            {unit}
          </Box>
          <Input
            className="input"
            {...wiring}
            inputMode="decimal"
            autoComplete="off"
            placeholder={words.noLimit}
            value={text}
            onChange={({ target }) => {
              setTyped(target.value)
              onChange(parse(target.value))
            }}
            sx={unit === '$' ? { pl: '32px', pr: '8px' } : { pl: '14px', pr: '32px' }}
          />
        </Box>
      )}
    </Field>
  )
}

type OrderProps = Pick<Chosen, 'kind' | 'order'> & { onChange: (order: Chosen['order']) => void }

function OrderField({ kind, order, onChange }: OrderProps) {
  return (
    <Field label={words.order}>
      {(wiring) => (
        <Box sx={{ position: 'relative' }}>
          <OrderSelect
            className="input"
            {...wiring}
            value={order}
            onChange={({ target }) => onChange(ORDERS[kind].find((known) => known === target.value) ?? order)}
          >
            {ORDERS[kind].map((known) => (
              <option key={known} value={known}>
                {words.orders[known]}
              </option>
            ))}
          </OrderSelect>
          <Box aria-hidden="true" sx={{ ...unitPosition, right: 12, display: 'flex' }}>
            <Icon path={mdiChevronDown} />
          </Box>
        </Box>
      )}
    </Field>
  )
}

const unitPosition = {
  position: 'absolute',
  top: '50%',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
  color: 'text.secondary',
} as const

const Input = styled('input')({
  width: '100%',
  height: 48,
  font: 'inherit',
  '&::placeholder': { color: color.text3, opacity: 1 },
})

// Native: works best with phones, keyboards and screen readers, and adds nothing to the bundle.
const OrderSelect = styled('select')({
  appearance: 'none',
  width: '100%',
  height: 48,
  padding: '0 36px 0 14px',
  font: 'inherit',
  textOverflow: 'ellipsis',
})
