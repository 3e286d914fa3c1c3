import { color } from '../theme.ts'

/** Style for plain inputs, used instead of MUI's TextField to keep the bundle of /login small. */
export const inputStyle = {
  boxSizing: 'border-box',
  color: color.text,
  backgroundColor: color.inset,
  border: `1px solid ${color.field}`,
  borderRadius: 14,
  transition: 'border-color 120ms',
  '&:focus': { outline: 'none', borderColor: color.primary, boxShadow: `inset 0 0 0 1px ${color.primary}` },
  '&[aria-invalid="true"]': { borderColor: color.error },
  '&[aria-invalid="true"]:focus': { boxShadow: `inset 0 0 0 1px ${color.error}` },
  '&:read-only': { color: color.text3 },
} as const
