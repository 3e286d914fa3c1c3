import { color } from '../../theme.ts'

/** The label of a radio as a tile. */
export const choiceStyle = {
  m: 0,
  minHeight: 48,
  pr: 1,
  border: `1px solid ${color.field}`,
  borderRadius: 1,
  bgcolor: color.inset,
  overflow: 'hidden',
  '&:hover': { bgcolor: color.raised },
  '&:has(input:checked)': {
    borderColor: color.primary,
    bgcolor: color.primaryTint,
    '& .MuiTypography-root': { fontWeight: 500 },
  },
  // One ring, around the tile: the radio's own would cover its text. Firefox 115 has no `:has()`, and keeps the radio's.
  '@supports selector(:has(*))': {
    '& .MuiRadio-root.Mui-focusVisible': { outline: 'none' },
    '&:has(input:focus-visible)': { outline: `2px solid ${color.primaryHover}`, outlineOffset: 2 },
  },
  '& .MuiTypography-root': { overflowWrap: 'anywhere' },
}
