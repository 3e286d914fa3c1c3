import { Box, Button, CircularProgress, Stack, Typography } from '@mui/material'
import { type MouseEvent, useId, useState } from 'react'
import { useBoardStore, useBook, useEntries } from '../../board/useBoard.ts'
import type { Entry, Stage } from '../../chain/outbox/outbox.ts'
import type { Purpose } from '../../chain/send/createSender.ts'
import type { RefusalName } from '../../chain/send/refusal.ts'
import { stageLine } from '../../text/commandStatus.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { withRisen } from '../../text/fee.ts'
import { ethFee } from '../../text/format.ts'
import { color } from '../../theme.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useSavedName } from '../../ui/people/people.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { gapWords } from '../annul/words.ts'
import { useReplaceTransaction } from '../useReplaceTransaction.ts'
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

/**
 * Commands that are sent but not settled, those of earlier visits too: a strip at the bottom of the screen, over the page, so that it
 * is seen wherever the page is scrolled to and moves nothing when it comes and goes. Draws nothing where there are none.
 */
export function PendingOperations() {
  const titleId = useId()
  const entries = useEntries((entries) => entries)
  const waiting = entries.flatMap((entry): Waiting[] => {
    const { stage } = entry
    return stage.at === 'done' ? [] : [{ entry, stage }]
  })
  if (waiting.length === 0) return null
  return (
    <Box component="section" ref={keepRoom} aria-labelledby={titleId} sx={strip}>
      <Typography id={titleId} variant="caption" component="h2" color="textSecondary">
        {words.title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {waiting.map(({ entry, stage }) => (
          <Row key={entry.intent} entry={entry} stage={stage} />
        ))}
      </Box>
    </Box>
  )
}

const strip = {
  position: 'fixed',
  zIndex: 'fab',
  bottom: { xs: 'var(--bottom-bar, 0px)', lg: 16 },
  insetInline: 0,
  mx: 'auto',
  boxSizing: 'border-box',
  width: { lg: 640 },
  maxHeight: '40vh',
  overflowY: 'auto',
  px: 2,
  py: 1,
  bgcolor: color.raised,
  border: `1px solid ${color.field}`,
  borderWidth: { xs: '1px 0 0', lg: '1px' },
  borderRadius: { lg: '14px' },
  boxShadow: '0 8px 24px rgb(0 0 0 / .4)',
  // A phone on its side, or 400 % zoom: there is no room to spare.
  '@media (max-height: 419.95px)': { position: 'static', width: 'auto', maxHeight: 'none', boxShadow: 'none' },
  '@media print': { display: 'none' },
} as const

/** Tells the page how high the strip is: what has the focus, and passing notices, stay above it. */
function keepRoom(element: HTMLElement | null) {
  if (!element) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const isOver = getComputedStyle(element).position === 'fixed'
    style.setProperty('--strip', `${isOver ? element.offsetHeight : 0}px`)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--strip')
  }
}

function Row({ entry, stage }: Waiting) {
  const chainId = useBook()?.chainId
  const nameOf = useSavedName()
  const last = entry.transactions.at(-1)
  const isAnnulling = last?.purpose === 'annul'
  const isStuck = isUnmined(stage) && (stage.waited > STUCK_BLOCKS || stage.problem !== undefined)
  return (
    <Box
      component="li"
      tabIndex={-1}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        columnGap: 1.5,
        rowGap: 1,
        py: 0.5,
        '& + &': { borderTop: `1px solid ${color.line}` },
      }}
    >
      <Box sx={{ pt: 0.5, color: color.warning }}>
        <CircularProgress size={20} color="inherit" aria-hidden="true" />
      </Box>
      <div>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          <Unbroken text={titleOf(entry.command, nameOf)} />
        </Typography>
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
      {isStuck && <Options entry={entry} stage={stage} isAnnulling={isAnnulling} />}
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

type Stuck = Waiting & { isAnnulling: boolean }

/** The remedies are asked for: buttons that sign must not come up under somebody's finger. */
function Options({ entry, stage, isAnnulling }: Stuck) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-label={`${words.options}: ${titleOf(entry.command, useSavedName())}`}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        {words.options}
      </Button>
      <Box id={panelId} sx={{ gridColumn: '1 / -1' }}>
        {isOpen && <Remedies entry={entry} stage={stage} isAnnulling={isAnnulling} />}
      </Box>
    </>
  )
}

/** The buttons that replace a stuck transaction. */
function Remedies({ entry: { intent, command }, stage, isAnnulling }: Stuck) {
  const helpId = useId()
  const { ask } = useBoardStore()
  const { working, refusal, risen, feeOf, run } = useReplaceTransaction(intent)
  const problem = isUnmined(stage) ? stage.problem?.name : undefined
  const hasLapsed = problem === 'PermitLapsed' || problem === 'TooOld' || problem === 'OtherBook'
  const isBehindGap = problem === 'NonceGap'
  // Sent again it would only be refused: what is left is to annul it.
  const hasChanged = problem !== undefined && OUTDATED.includes(problem) && !isAnnulling
  const what = titleOf(command, useSavedName())
  const again = hasLapsed ? words.signAgain : words.speedUp
  const help = isBehindGap ? words.helpGap : hasLapsed ? words.helpAgain : words.help
  const upTo = (purpose: Purpose) => {
    const fee = feeOf(purpose)
    return fee === undefined ? esCommands.unknown : ethFee(fee)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography id={helpId} variant="caption" color="textSecondary">
        {help(upTo('do'), upTo('annul'))}
      </Typography>
      {refusal && (
        <Notice severity="error" role="alert">
          {words.goesOn} {whyRefused(refusal)}
        </Notice>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {isBehindGap && (
          <Button
            variant="tonal"
            aria-label={`${gapWords.open}: ${what}`}
            aria-describedby={helpId}
            onClick={() => ask({ kind: 'annul' })}
          >
            {gapWords.open}
          </Button>
        )}
        {!hasChanged && !isBehindGap && (
          <Button
            variant="tonal"
            aria-label={`${working === 'do' ? words.working : withRisen(again, risen('do'))}: ${what}`}
            aria-describedby={helpId}
            aria-busy={working === 'do'}
            onClick={(event) => run('do').then(focusRow(event))}
          >
            {working === 'do' ? words.working : withRisen(again, risen('do'))}
          </Button>
        )}
        {!isAnnulling && (
          <Button
            variant="outlined"
            aria-label={`${working === 'annul' ? words.working : withRisen(words.annul, risen('annul'))}: ${what}`}
            aria-describedby={helpId}
            aria-busy={working === 'annul'}
            onClick={(event) => run('annul').then(focusRow(event))}
          >
            {working === 'annul' ? words.working : withRisen(words.annul, risen('annul'))}
          </Button>
        )}
      </Stack>
    </Box>
  )
}
