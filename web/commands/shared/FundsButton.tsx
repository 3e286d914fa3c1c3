import { Button } from '@mui/material'
import { words } from '../faucet/words.ts'
import { useFunds } from '../useFunds.tsx'

/** The way to test funds, below a button that says how much is missing. */
export function FundsButton() {
  const { isBusy, get } = useFunds()
  return (
    <Button variant="outlined" size="large" disabled={isBusy} onClick={get}>
      {isBusy ? words.busy : words.open}
    </Button>
  )
}
