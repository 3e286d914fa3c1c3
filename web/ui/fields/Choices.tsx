import { Box, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useId } from 'react'
import { choiceStyle } from './choiceStyle.ts'

type Choice<Value> = {
  value: Value
  label: string
  /** Below the label, and an amount at the right. */
  hint?: string
  amount?: string
}

type Props<Value> = {
  title: string
  choices: readonly Choice<Value>[]
  chosen: Value
  /** The least width of a tile. */
  width: string
  disabled?: boolean
  onChoose: (value: Value) => void
}

/** One of a few, as tiles. */
export function Choices<Value extends string | number>({
  title,
  choices,
  chosen,
  width,
  disabled = false,
  onChoose,
}: Props<Value>) {
  const id = useId()
  return (
    <div>
      <Typography id={id} variant="body2" color="textSecondary" sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      <RadioGroup
        aria-labelledby={id}
        value={chosen}
        onChange={(_, text) => {
          const choice = choices.find(({ value }) => String(value) === text)
          if (choice) onChoose(choice.value)
        }}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}, 100%), 1fr))` }}
      >
        {choices.map(({ value, label, hint, amount }) => (
          <FormControlLabel
            key={value}
            value={value}
            control={
              <Radio slotProps={{ input: { 'aria-label': label, ...(hint && { 'aria-describedby': `${id}-${value}` }) } }} />
            }
            disabled={disabled}
            disableTypography
            label={
              <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, py: 0.75 }}>
                <Box sx={{ mr: 'auto' }}>
                  <Typography>{label}</Typography>
                  {hint && (
                    <Box id={`${id}-${value}`} sx={{ typography: 'caption', color: 'text.secondary' }}>
                      {hint}
                    </Box>
                  )}
                </Box>
                {amount && <Box sx={{ fontWeight: 500, whiteSpace: 'nowrap', px: 0.5 }}>{amount}</Box>}
              </Box>
            }
            sx={choiceStyle}
          />
        ))}
      </RadioGroup>
    </div>
  )
}
