import { Box } from '@mui/material'
import { useId } from 'react'
import { color } from '../../theme.ts'

type Choice = {
  value: number
  /** On the chip, and in full for a screen reader. */
  label: string
  name: string
}

type Props = {
  title: string
  /** Name of the inputs, in the form. */
  name: string
  choices: readonly Choice[]
  chosen: number
  error: string | undefined
  disabled: boolean
  onChoose: (value: number) => void
}

/** One of a few short ones, as a row of chips: radios, so that the arrow keys choose. */
export function ChipChoices({ title, name, choices, chosen, error, disabled, onChoose }: Props) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <span className="label" id={id}>
        {title}
      </span>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choices.map(({ value, label, name: fullName }) => (
          <Box component="label" key={value} sx={chip}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              disabled={disabled}
              aria-label={fullName}
              aria-describedby={error && `${id}-help`}
              onChange={() => onChoose(value)}
            />
            <span>{label}</span>
          </Box>
        ))}
      </Box>
      {error && (
        <span id={`${id}-help`} className="fieldHelp fieldError" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

// The look is the text's, which follows the input: Firefox 115 has no `:has()` by which the label could ask for it.
const chip = {
  position: 'relative',
  flex: '1 1 auto',
  display: 'grid',
  fontWeight: 500,
  cursor: 'pointer',
  // Over the whole chip, so that it is what a pointer meets.
  '& > input': { position: 'absolute', inset: 0, width: '100%', height: '100%', m: 0, opacity: 0, cursor: 'inherit' },
  '& > span': {
    display: 'grid',
    placeItems: 'center',
    minWidth: 44,
    minHeight: 48,
    px: 1,
    boxSizing: 'border-box',
    border: `1px solid ${color.field}`,
    borderRadius: 1,
    bgcolor: color.inset,
  },
  '&:hover > span': { bgcolor: color.raised },
  '& > :checked + span': { borderColor: color.primary, bgcolor: color.primaryTint, color: color.primarySoft },
  '& > :focus-visible + span': { outline: `2px solid ${color.primaryHover}`, outlineOffset: 2 },
  '& > :disabled + span': { cursor: 'default', color: color.text3 },
  // Forced colours take the fill away, by which the chosen one is known.
  '@media (forced-colors: active)': { '& > :checked + span': { border: '3px solid Highlight' } },
} as const
