import { Box } from '@mui/material'
import { parseAmount, parseApr } from '../../../loans/decimal.ts'
import { DAY } from '../../../loans/loan.ts'
import type { Draft } from '../../../loans/offerDraft.ts'
import { totalOf } from '../../../loans/terms.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { moneyOwed } from '../../../text/format.ts'
import { Facts } from '../../../ui/Facts.tsx'

const UNKNOWN = '—'

/** What is lent and what comes back, as one types. It keeps its place while the numbers are missing, and then says nothing. */
export function DraftSummary({ draft: { amount, apr, days } }: { draft: Draft }) {
  const known = figures(amount, apr, days)
  return (
    <Box aria-live="polite" aria-atomic>
      <Box key={known ? 'known' : 'unknown'} aria-hidden={known === undefined}>
        <Facts
          facts={[
            [esLoans.publish.lend, known?.principal ?? UNKNOWN],
            [esLoans.publish.interest(days), known?.interest ?? UNKNOWN],
          ]}
          total={[esLoans.publish.returned, known?.total ?? UNKNOWN]}
        />
      </Box>
    </Box>
  )
}

function figures(amount: string, apr: string, days: number) {
  const principal = parseAmount(amount)
  const percent = parseApr(apr)
  if (!principal.ok || !percent.ok) return undefined
  const total = totalOf({ principal: principal.value, apr: percent.value, duration: days * DAY, demo: false })
  // Rounded up, all three: this is what it takes, not what one has.
  return { principal: moneyOwed(principal.value), interest: moneyOwed(total - principal.value), total: moneyOwed(total) }
}
