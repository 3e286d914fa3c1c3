import { FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useId } from 'react'
import { choiceStyle } from '../../ui/fields/choiceStyle.ts'

type Props = {
  title: string
  options: readonly string[]
  chosen: string | undefined
  disabled: boolean
  onChoose: (word: string) => void
}

export function Question({ title, options, chosen, disabled, onChoose }: Props) {
  const titleId = useId()
  // Radios are valued by index: a word of the phrase must not be written into an attribute.
  const chosenIndex = chosen === undefined ? '' : String(options.indexOf(chosen))
  return (
    <div>
      <Typography id={titleId} variant="subtitle1" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <RadioGroup
        aria-labelledby={titleId}
        value={chosenIndex}
        onChange={(_, at) => onChoose(options[Number(at)] ?? '')}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.25rem), 1fr))' }}
      >
        {options.map((word, at) => (
          <FormControlLabel key={word} value={String(at)} label={word} disabled={disabled} control={<Radio />} sx={choiceStyle} />
        ))}
      </RadioGroup>
    </div>
  )
}
