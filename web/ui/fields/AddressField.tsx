import { Box, InputAdornment, OutlinedInput } from '@mui/material'
import { type KeyboardEvent, use, useId, useState } from 'react'
import { esLoans } from '../../text/es/esLoans.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { color } from '../../theme.ts'
import { Face } from '../people/Face.tsx'
import { Person } from '../people/Person.tsx'
import { isolated, PeopleContext } from '../people/people.ts'
import { WholeHex } from '../WholeHex.tsx'
import { Field } from './Field.tsx'

type Address = `0x${string}`

type Props = {
  label: string
  isOptional?: boolean
  /** As typed: an address, or the beginning of a name. */
  value: string
  onChange: (value: string) => void
  /** The address that was typed whole and without a mistake, if it was. */
  address: Address | undefined
  /** All who may be meant by what is typed; the first few are listed. */
  suggest: (typed: string) => readonly Address[]
  error: string | undefined
  readOnly?: boolean
}

// No autofill, capitalisation, spell checking or translation.
const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, translate: 'no' } as const

const MAX_SUGGESTED = 6
const LIST_HEIGHT = 'min(20rem, 32vh)'

/** Height to leave free below the field, so that its list covers nothing. `count`: people whom `suggest` knows. */
export function roomForList(count: number): string {
  return `min(${Math.min(count, MAX_SUGGESTED) * 3.25 + 1}rem, ${LIST_HEIGHT})`
}

/** Asks for an address; people one knows can be chosen by name. A combobox by the ARIA pattern: the focus stays in the input. */
export function AddressField(props: Props) {
  const { label, isOptional = false, value, onChange, address: who, suggest, error, readOnly = false } = props
  const listId = useId()
  const { nameOf } = use(PeopleContext)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggested = isOpen && !readOnly && !who ? suggest(value).slice(0, MAX_SUGGESTED) : []
  const chosen = isOpen ? suggested[active] : undefined

  const show = (open: boolean) => {
    setOpen(open)
    setActive(-1)
  }
  const choose = (address: string) => {
    onChange(address)
    show(false)
  }
  /** A whole name that only one person has says who it is. Counts everybody, not only those who are listed. */
  const leave = () => {
    show(false)
    if (value.trim() === '') return
    const [only, ...others] = suggest(value).filter((address) => isSameName(nameOf(address), value))
    if (only && others.length === 0 && !readOnly) onChange(only)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return show(true)
      const [step, count] = [key === 'ArrowDown' ? 1 : -1, suggested.length + 1]
      // One step of the round is the input itself.
      setActive(((active + 1 + step + count) % count) - 1)
    } else if (key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if (key === 'Escape' && suggested.length > 0) {
      // The dialog around it stays.
      event.stopPropagation()
      show(false)
    }
  }

  return (
    <Box sx={{ position: 'relative' }}>
      <Field label={label} isOptional={isOptional} error={error} help={who && <Whole address={who} name={nameOf(who)} />}>
        {(wiring) => (
          <OutlinedInput
            fullWidth
            name="to"
            value={value}
            onChange={({ target }) => {
              onChange(target.value)
              show(true)
            }}
            onClick={() => !readOnly && show(true)}
            onKeyDown={onKeyDown}
            onBlur={leave}
            error={wiring['aria-invalid']}
            readOnly={readOnly}
            placeholder={esLoans.record.nameOrAddress}
            startAdornment={
              who && (
                <InputAdornment position="start">
                  <Face address={who} size={28} />
                </InputAdornment>
              )
            }
            slotProps={{
              input: {
                ...wiring,
                ...AS_TYPED,
                'aria-required': !isOptional,
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-expanded': suggested.length > 0,
                'aria-controls': suggested.length > 0 ? listId : undefined,
                'aria-activedescendant': chosen && `${listId}-${active}`,
              },
            }}
          />
        )}
      </Field>
      {suggested.length > 0 && (
        <Box
          component="ul"
          role="listbox"
          id={listId}
          aria-label={esLoans.record.people}
          sx={{
            position: 'absolute',
            // Above the buttons of a dialog, where there is no room beside them.
            zIndex: 4,
            top: 'calc(100% + 4px)',
            left: 0,
            right: 0,
            m: 0,
            p: 0.5,
            maxHeight: LIST_HEIGHT,
            overflowY: 'auto',
            listStyle: 'none',
            bgcolor: color.raised,
            border: `1px solid ${color.field}`,
            borderRadius: '12px',
            boxShadow: 8,
          }}
        >
          {suggested.map((address, index) => (
            <Option
              key={address}
              id={`${listId}-${index}`}
              address={address}
              isNamed={nameOf(address) !== undefined}
              isActive={index === active}
              onChoose={() => choose(address)}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}

/** A field shows a part of an address: where one compares, all of it must be read. */
function Whole({ address, name }: { address: Address; name: string | undefined }) {
  return (
    <>
      {name && (
        <Box component="span" sx={{ display: 'block' }}>
          {isolated(name)}
        </Box>
      )}
      <WholeHex hex={address} />
    </>
  )
}

type OptionProps = { id: string; address: Address; isNamed: boolean; isActive: boolean; onChoose: () => void }

function Option({ id, address, isNamed, isActive, onChoose }: OptionProps) {
  return (
    <Box
      component="li"
      role="option"
      id={id}
      aria-selected={isActive}
      ref={(element: HTMLElement | null) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      // The input keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={{
        minHeight: 44,
        px: 1,
        py: 0.5,
        borderRadius: '10px',
        cursor: 'pointer',
        bgcolor: isActive ? color.primaryTint : 'transparent',
        ...(isActive && { outline: `2px solid ${color.primaryHover}`, outlineOffset: -2 }),
        '&:hover': { bgcolor: color.primaryTint },
      }}
    >
      <Person address={address} line={isNamed ? shortAddress(address) : ''} />
    </Box>
  )
}

function isSameName(name: string | undefined, typed: string): boolean {
  return name?.localeCompare(typed.trim(), 'es', { sensitivity: 'base' }) === 0
}
