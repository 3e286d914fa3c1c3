import { ThemeProvider } from '@mui/system'
import type { ReactNode } from 'react'
import { theme } from '../theme.ts'

/** MUI's theme, for whatever is loaded after /login, which does without MUI. */
export function Themed({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>
}
