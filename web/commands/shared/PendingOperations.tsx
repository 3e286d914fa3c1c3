import { Box, Button, CircularProgress, Paper, Stack, Typography } from '@mui/material'
import { type MouseEvent, useId } from 'react'
import { useBook } from '../../board/useBoard.ts'
import type { Purpose } from '../../chain/send/createSender.ts'
import type { Entry, Stage } from '../../chain/send/outbox.ts'
import type { RefusalName } from '../../chain/send/refusal.ts'
import { stageLine } from '../../text/commandStatus.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { ethFee } from '../../text/format.ts'
import { color } from '../../theme.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { useReplaceTransaction } from '../useReplaceTransaction.ts'
import { useSender } from '../useSender.tsx'
import { titleOf } from '../words.ts'
import { TransactionLink } from './TransactionLink.tsx'

const words = esCommands.pending

/** After so many blocks without being mined, speeding up and annulling are offered. */
const STUCK_BLOCKS = 3

/** The loan is over, another one, or not as it was. */
const OUTDATED: readonly RefusalName[] = [
  'LoanChanged',
  'TermsChanged',
  'LoanNotActive',
  'OfferNotOpen',
  'RequestNotOpen',
  'Expired',
]

type Waiting = { entry: Entry; stage: Exclude<Stage, { at: 'done' }> }

/** Commands that are sent but not final, those of earlier visits too. Draws nothing where there are none. */
export function PendingOperations() {
  const titleId = useId()
  const { entries } = useSender()
  const waiting = entries.flatMap((entry): Waiting[] => {
    const { stage } = entry
    return stage.at === 'done' ? [] : [{ entry, stage }]
  })
  if (waiting.length === 0) return null
  return (
    <Stack component="section" aria-labelledby={titleId} spacing={2}>
      <Typography id={titleId} variant="h5" component="h2">
        {words.title}
      </Typography>
      <Paper
        component="ul"
        elevation={0}
        sx={{ m: 0, px: { xs: 2, sm: 3 }, py: 0.5, border: 1, borderColor: 'divider', listStyle: 'none' }}
      >
        {waiting.map(({ entry, stage }) => (
          <Row key={entry.intent} entry={entry} stage={stage} />
        ))}
      </Paper>
    </Stack>
  )
}

function Row({ entry, stage }: Waiting) {
  const chainId = useBook()?.chainId
  const nameOf = useNameOf()
  const last = entry.transactions.at(-1)
  const isAnnulling = last?.purpose === 'annul'
  const isStuck = isUnmined(stage) && (stage.waited > STUCK_BLOCKS || stage.problem !== undefined)
  return (
    <Box
      component="li"
      tabIndex={-1}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        '& + &': { borderTop: `1px solid ${color.line}` },
      }}
    >
      <Box sx={{ pt: 0.5, color: color.warning }}>
        <CircularProgress size={20} color="inherit" aria-hidden="true" />
      </Box>
      <div>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{titleOf(entry.command, nameOf)}</Typography>
        <Typography variant="body2" color="textSecondary">
          <Box component="span" role="status" sx={{ color: color.warning }}>
            {stageLine(stage, isAnnulling)}
          </Box>
          {last && (
            <>
              {' · '}
              <TransactionLink hash={last.hash} chainId={chainId} />
            </>
          )}
        </Typography>
      </div>
      {isStuck && <Remedies entry={entry} stage={stage} isAnnulling={isAnnulling} />}
    </Box>
  )
}

function isUnmined(stage: Stage): stage is Extract<Stage, { waited: number }> {
  return stage.at === 'kept' || stage.at === 'sent'
}

/** The button may unmount before its request ends: the focus then goes to its row instead of the page's top. */
function focusRow({ currentTarget }: MouseEvent<HTMLElement>): () => void {
  const row = currentTarget.closest('li')
  return () => row?.focus({ preventScroll: true })
}

/** The buttons that replace a stuck transaction. */
function Remedies({ entry: { intent, command }, stage, isAnnulling }: Waiting & { isAnnulling: boolean }) {
  const helpId = useId()
  const { working, refusal, feeOf, run } = useReplaceTransaction(intent)
  const problem = isUnmined(stage) ? stage.problem?.name : undefined
  const hasLapsed = problem === 'PermitLapsed' || problem === 'TooOld'
  // Sent again it would only be refused: what is left is to annul it.
  const hasChanged = problem !== undefined && OUTDATED.includes(problem) && !isAnnulling
  const what = titleOf(command, useNameOf())
  const again = hasLapsed ? words.signAgain : words.speedUp
  const help = hasLapsed ? words.helpAgain : words.help
  const upTo = (purpose: Purpose) => {
    const fee = feeOf(purpose)
    return fee === undefined ? esCommands.unknown : ethFee(fee)
  }
  return (
    <Box sx={{ gridColumn: '2', display: 'grid', gap: 1 }}>
      <Typography id={helpId} variant="caption" color="textSecondary">
        {help(upTo('do'), upTo('annul'))}
      </Typography>
      {refusal && (
        <Notice severity="error" role="alert">
          {words.goesOn} {whyRefused(refusal)}
        </Notice>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {!hasChanged && (
          <Button
            variant="tonal"
            aria-label={`${working === 'do' ? words.working : again}: ${what}`}
            aria-describedby={helpId}
            aria-busy={working === 'do'}
            onClick={(event) => run('do').then(focusRow(event))}
          >
            {working === 'do' ? words.working : again}
          </Button>
        )}
        {!isAnnulling && (
          <Button
            variant="outlined"
            aria-label={`${working === 'annul' ? words.working : words.annul}: ${what}`}
            aria-describedby={helpId}
            aria-busy={working === 'annul'}
            onClick={(event) => run('annul').then(focusRow(event))}
          >
            {working === 'annul' ? words.working : words.annul}
          </Button>
        )}
      </Stack>
    </Box>
  )
}
