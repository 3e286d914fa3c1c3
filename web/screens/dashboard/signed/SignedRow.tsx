import { mdiClockOutline, mdiLinkVariant } from '@mdi/js'
import { Box, Button, Typography } from '@mui/material'
import { use } from 'react'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { commandOn } from '../../../commands/command.ts'
import { isSameAddress } from '../../../loans/loan.ts'
import type { Signed } from '../../../loans/signed.ts'
import { linkOf } from '../../../signed/linkOf.ts'
import { useSignedStore } from '../../../signed/useSigned.tsx'
import { esSigned, whyNotKept } from '../../../text/es/esSigned.ts'
import { moment, money, moneyOwed } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { Face } from '../../../ui/people/Face.tsx'
import { LookAlikeLine } from '../../../ui/people/LookAlikeLine.tsx'
import { OpensPerson } from '../../../ui/people/Person.tsx'
import { isolated, PeopleContext, useNameOf } from '../../../ui/people/people.ts'
import { StateChip } from '../../../ui/StateChip.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'

const words = esSigned.list

/** Something that was signed: what, how much, with whom, until when, and what can be done with it. */
export function SignedRow({ signed }: { signed: Signed }) {
  const isMine = useBoard(({ me }) => isSameAddress(signed.borrower, me))
  const underWay = useBoard((view) => commandOn(signed, view.underWay)?.kind)
  const person = isMine ? signed.lender : signed.borrower
  const isStranger = useBoard(({ acquaintances }) => !isMine && !acquaintances.isKnown(signed.borrower))
  const { nameOf } = use(PeopleContext)
  const shownName = useNameOf()
  const title = titleOf(signed, isMine, person && shownName(person))
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 16px',
        py: 1,
        '& + &': { borderTop: `1px solid ${color.line}` },
      }}
    >
      <Box
        sx={{
          position: 'relative',
          flex: '1 1 17rem',
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 44,
        }}
      >
        {person ? <Face address={person} size={36} /> : <LinkSign />}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" sx={{ containerType: 'inline-size', overflowWrap: 'anywhere' }}>
            <Unbroken text={title} />
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {aboutOf(signed, isMine, shownName)}
          </Typography>
          {isStranger && (
            <Typography variant="caption" component="p" sx={{ color: 'warning.main' }}>
              {words.stranger}
            </Typography>
          )}
          {person && <LookAlikeLine address={person} />}
        </Box>
        {person && <OpensPerson address={person} name={isolated(nameOf(person))} />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, ml: 'auto' }}>
        {underWay ? (
          <StateChip tone="warning" icon={mdiClockOutline} label={words.underWay[underWay]} />
        ) : isMine ? (
          <MineActions signed={signed} title={title} />
        ) : (
          <ReceivedActions signed={signed} title={title} />
        )}
      </Box>
    </Box>
  )
}

/** In place of a face, where nobody in particular is meant. */
function LinkSign() {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', flex: 'none', width: 36, height: 36, color: color.secondary }}>
      <Icon path={mdiLinkVariant} />
    </Box>
  )
}

type ActionProps = { signed: Signed; title: string }

function MineActions({ signed, title }: ActionProps) {
  const { ask } = useBoardStore()
  return (
    <>
      <Button
        color="inherit"
        aria-label={words.action(words.void, title)}
        sx={{ color: 'text.secondary' }}
        onClick={() => ask({ kind: 'voidSigned', signed })}
      >
        {words.void}
      </Button>
      <Button variant="tonal" aria-label={words.action(words.share, title)} onClick={() => ask({ kind: 'shareSigned', signed })}>
        {words.share}
      </Button>
    </>
  )
}

function ReceivedActions({ signed, title }: ActionProps) {
  const { ask, follow } = useBoardStore()
  const { keep, remove } = useSignedStore()
  const notify = useNotices()
  const fail = (error: Error) => notify(whyNotKept(error))
  const takeOff = () =>
    remove(signed).then(() => notify(words.removed, { label: words.undo, run: () => void keep(signed).catch(fail) }), fail)
  return (
    <>
      <Button color="inherit" aria-label={words.action(words.remove, title)} sx={{ color: 'text.secondary' }} onClick={takeOff}>
        {words.remove}
      </Button>
      {signed.kind === 'request' ? (
        // As its link does: it is checked once more, with the record of who asks.
        <Button
          variant="tonal"
          aria-label={words.action(words.open, title)}
          onClick={() => follow(linkOf(signed, location.origin))}
        >
          {words.open}
        </Button>
      ) : (
        <Button variant="tonal" onClick={() => ask({ kind: 'repaySigned', id: signed.loanId, payment: signed })}>
          {words.collect(moneyOwed(signed.amount))}
        </Button>
      )}
    </>
  )
}

function titleOf(signed: Signed, isMine: boolean, person = ''): string {
  const amount = signed.kind === 'request' ? money(signed.principal) : moneyOwed(signed.amount)
  return words[isMine ? 'mine' : 'forMe'][signed.kind](amount, person)
}

function aboutOf(signed: Signed, isMine: boolean, nameOf: (address: string) => string): string {
  const until = words.until(moment(signed.until))
  if (signed.kind === 'payment') return `${until} · ${words.of(signed.loanId)}`
  const whom = isMine && (signed.lender ? words.to(nameOf(signed.lender)) : words.toAnyone)
  return [until, whom].filter(Boolean).join(' · ')
}
