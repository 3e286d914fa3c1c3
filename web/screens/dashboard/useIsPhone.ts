import { useMediaQuery } from '@mui/material'
import { theme } from '../../theme.ts'

/** Whether each section shows its first items only, and the rest in a view of its own. */
export function useIsPhone(): boolean {
  return useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true })
}
