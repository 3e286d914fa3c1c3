import { Box } from '@mui/material'
import { parseAmount, parseApr } from '../../loans/decimal.ts'
import { DAY, type ProposalKind } from '../../loans/loan.ts'
import { planIfTaken } from '../../loans/plan.ts'
import { totalOf } from '../../loans/terms.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { moneyOwed } from '../../text/format.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Plan } from '../../ui/Plan.tsx'
import { type Draft, isSplitTooFar } from './draft.ts'
import { publishWords } from './words.ts'

type Props = { kind: ProposalKind; draft: Draft; now: number }

/**
 * The amounts that are lent and come back, updated while one types. Without valid numbers it is not announced, and keeps its place
 * except on a phone, whose page it would make longer.
 */
export function DraftSummary({ kind, draft, now }: Props) {
  const terms = termsOf(draft)
  const known = terms && figures(terms)
  const words = publishWords[kind]
  return (
    <>
      <Box aria-live="polite" aria-atomic>
        <Box
          key={known ? 'known' : 'unknown'}
          aria-hidden={known === undefined}
          sx={known ? {} : { display: { xs: 'none', sm: 'block' } }}
        >
          <Facts
            facts={[
              [words.principal, known?.principal ?? esCommands.unknown],
              [publishWords.interest(draft.days), known?.interest ?? esCommands.unknown],
            ]}
            total={[words.total, known?.total ?? esCommands.unknown]}
          />
        </Box>
      </Box>
      {terms && <PlanToPublish kind={kind} terms={terms} now={now} />}
    </>
  )
}

type Terms = NonNullable<ReturnType<typeof termsOf>>

/** The plan of what would be published, where it is of more than one payment. */
export function PlanToPublish({ kind, terms, now }: { kind: ProposalKind; terms: Terms; now: number }) {
  if (terms.instalments === 1 || isSplitTooFar(terms)) return null
  return <Plan plan={planIfTaken(terms, now)} label={publishWords[kind].plan} />
}

function termsOf({ amount, apr, days, instalments }: Draft) {
  const principal = parseAmount(amount)
  const percent = parseApr(apr)
  if (!principal.ok || !percent.ok) return undefined
  return { principal: principal.value, apr: percent.value, duration: days * DAY, instalments }
}

function figures(terms: Terms) {
  const total = totalOf({ ...terms, demo: false })
  // All three rounded up, as amounts owed are.
  return { principal: moneyOwed(terms.principal), interest: moneyOwed(total - terms.principal), total: moneyOwed(total) }
}
