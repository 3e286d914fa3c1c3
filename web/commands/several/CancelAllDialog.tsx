import { Box, Typography } from '@mui/material'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Refusal } from '../../chain/send/refusal.ts'
import { addresseeOf, kindOf, type Proposal } from '../../loans/loan.ts'
import { esMarket } from '../../text/es/esMarket.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { money } from '../../text/format.ts'
import { Facts, LeadingFact, PANEL } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import type { Command } from '../command.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { useSending } from '../useSending.tsx'
import { words } from './dialogWords.ts'
import type { Part } from './several.ts'

type Props = { loans: readonly [Proposal, ...Proposal[]]; onClose: () => void }

/** Withdraws several offers, or several requests, in one transaction. Leaves out and names those that cannot be withdrawn. */
export function CancelAllDialog({ loans, onClose }: Props) {
  const text = words[kindOf(loans[0])]
  const { refusals, check } = useRefusals(loans)
  const left = loans.filter((_, index) => !refusals[index])
  const out = loans.flatMap((loan, index) => {
    const refusal = refusals[index]
    return refusal ? [{ loan, refusal }] : []
  })
  const isNone = left.length === 0
  return (
    <CommandDialog
      words={isNone ? words.none : { title: text.title(left.length), submit: text.submit(left.length), leave: words.leave }}
      command={commandOf(left.map(cancelling))}
      color="error"
      onRefused={check}
      onClose={onClose}
    >
      {(fee) => (
        <>
          {!isNone && (
            <>
              <LeadingFact label={text.sum} value={money(left.reduce((sum, { principal }) => sum + principal, 0n))} />
              <List loans={left} />
            </>
          )}
          {out.length > 0 && (
            <Notice severity="info" role="status">
              {isNone ? words.noneLeft : words.leftOut}
              {out.map(({ loan, refusal }) => (
                <Box key={String(loan.id)} sx={{ containerType: 'inline-size' }}>
                  <Unbroken text={`${text.item(money(loan.principal))}: ${inSentence(whyRefused(refusal))}`} />
                </Box>
              ))}
            </Notice>
          )}
          {!isNone && (
            <>
              <Facts facts={[fee]} />
              <Typography variant="body2" color="textSecondary">
                {text.effect} {left.length > 1 && text.sooner}
              </Typography>
            </>
          )}
        </>
      )}
    </CommandDialog>
  )
}

/** Why each would be refused, as far as is known. `check` asks again. */
function useRefusals(loans: readonly Proposal[]) {
  const { findRefusals } = useSending()
  const [refusals, setRefusals] = useState<readonly (Refusal | undefined)[]>([])
  // If this fails, so does the quote, which shows why.
  const check = () => findRefusals(loans.map(cancelling)).then(setRefusals, () => {})
  const checkFirst = useEffectEvent(check)
  useEffect(() => {
    checkFirst()
  }, [])
  return { refusals, check }
}

function cancelling(loan: Proposal): Part {
  return loan.status === 'open' ? { kind: 'cancelOffer', offer: loan } : { kind: 'cancelRequest', request: loan }
}

function commandOf([first, ...rest]: readonly Part[]): Command | undefined {
  return first && rest.length > 0 ? { kind: 'several', parts: [first, ...rest] } : first
}

function List({ loans }: { loans: readonly Proposal[] }) {
  const nameOf = useNameOf()
  return (
    <Box component="ul" sx={{ m: 0, listStyle: 'none', display: 'grid', ...PANEL }}>
      {loans.map((loan) => {
        const addressee = addresseeOf(loan)
        const who = addressee ? esMarket[kindOf(loan)].only(nameOf(addressee)) : esMarket.public
        return (
          <Box component="li" key={String(loan.id)} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body2" color="textSecondary" noWrap>
              {loan.note ? `${who} · ${loan.note}` : who}
            </Typography>
            <Typography variant="body2" sx={{ whiteSpace: 'nowrap', fontWeight: 500 }}>
              {money(loan.principal)}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}

/** After a colon. */
function inSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
