import { Box } from '@mui/material'
import { parseAmount, parseApr } from '../../../loans/decimal.ts'
import type { Draft } from '../../../loans/draft.ts'
import { DAY } from '../../../loans/loan.ts'
import { totalOf } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esPublish } from '../../../text/esPublish.ts'
import { moneyOwed } from '../../../text/format.ts'
import { Facts } from '../../../ui/Facts.tsx'

/** What is lent and what comes back, updated while one types. Without valid numbers it keeps its place and is not announced. */
export function DraftSummary({ draft: { amount, apr, days } }: { draft: Draft }) {
  const known = figures(amount, apr, days)
  return (
    <Box aria-live="polite" aria-atomic>
      <Box key={known ? 'known' : 'unknown'} aria-hidden={known === undefined}>
        <Facts
          facts={[
            [esPublish.lend, known?.principal ?? esCommands.unknown],
            [esPublish.interest(days), known?.interest ?? esCommands.unknown],
          ]}
          total={[esPublish.returned, known?.total ?? esCommands.unknown]}
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
  // All three rounded up, as amounts owed are.
  return { principal: moneyOwed(principal.value), interest: moneyOwed(total - principal.value), total: moneyOwed(total) }
}
