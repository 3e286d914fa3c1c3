import { mdiAlertCircle, mdiCalendarClock, mdiCallReceived, mdiClose, mdiHandshake, mdiHeart } from '@mdi/js'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import { use, useId, useRef } from 'react'
import type { Address } from 'viem'
import type { BoardView } from '../../../board/board.ts'
import { keyOf, type News as Piece } from '../../../board/news/news.ts'
import { useNews } from '../../../board/news/useNews.ts'
import { useBoardStore } from '../../../board/useBoard.ts'
import type { Book } from '../../../chain/read/fetchDashboard.ts'
import { type Proposal, proposerOf, type TakenLoan } from '../../../loans/loan.ts'
import type { Dollars } from '../../../loans/units.ts'
import { esNews } from '../../../text/es/esNews.ts'
import { isPaidOff, newsLine, newsNotice } from '../../../text/newsLine.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { Face } from '../../../ui/people/Face.tsx'
import { LookAlikeLine } from '../../../ui/people/LookAlikeLine.tsx'
import { OpensPerson } from '../../../ui/people/Person.tsx'
import { isolated, PeopleContext } from '../../../ui/people/people.ts'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { goTo } from '../places.ts'

const LISTED = 5

/** News: money that others sent me, and acts on my loans. Since the last visit as a card, and while the page is open as passing notices. */
export function News({ book }: { book: Book }) {
  const { ask, get } = useBoardStore()
  const onAll = () => ask({ kind: 'activity' })
  const show = (news: Piece) => {
    if ('loan' in news) showMarket()
    else if (isPaidOff(news) && 'row' in news) ask({ kind: 'ended', id: news.row.id })
    else onAll()
  }
  const titleId = useId()
  const notify = useNotices()
  const { nameOf } = use(PeopleContext)
  // As the board has it now: news are told before the page is drawn again.
  const subjectOf = (news: Piece) => {
    const { person, principal } = knownOf(news, get().knownLoans)
    return { person, principal, name: person && isolated(nameOf(person)) }
  }
  // Strangers can offer and ask as often as they like: what is folded in the marketplace is no news.
  const isTold = (news: Piece) => !('loan' in news) || isOpen(news.loan, get().forMe)
  const isOfUnnamed = (news: Piece) => !isOfMoney(news) && subjectOf(news).name === undefined
  // Once: who withdraws a proposal and sends it again could raise a notice with every block.
  const areUnnamedTold = useRef(false)
  const { sinceLastVisit, dismiss } = useNews(book, (news) => {
    const told = news.filter((piece) => isTold(piece) && !(areUnnamedTold.current && isOfUnnamed(piece)))
    areUnnamedTold.current ||= told.some(isOfUnnamed)
    const [first] = told
    if (first) notify(newsNotice(told, subjectOf), { label: esNews.show, run: () => show(first) })
  })
  const listed = sinceLastVisit.filter(isTold)
  if (listed.length === 0) return null
  return (
    <Paper
      component="section"
      elevation={0}
      aria-labelledby={titleId}
      sx={{ border: 1, borderColor: 'divider', px: { xs: 2, sm: 3 }, py: 1.5 }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1, mr: -1.5 }}>
        <Stack direction="row" sx={{ flex: 1, minWidth: 0, flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography id={titleId} component="h2" variant="subtitle1" sx={{ flex: '1 1 auto', fontWeight: 600 }}>
            {esNews.title}
          </Typography>
          <Button onClick={listed.some(isOfMoney) ? onAll : showMarket}>{esNews.all}</Button>
        </Stack>
        <IconButton aria-label={esNews.dismiss} onClick={dismiss}>
          <Icon path={mdiClose} />
        </IconButton>
      </Stack>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {listed.slice(0, LISTED).map((news) => (
          <Row key={keyOf(news)} news={news} {...subjectOf(news)} />
        ))}
      </Box>
    </Paper>
  )
}

/** News of my loans or of dollars that arrived: it leads to 'Actividad'. A proposal leads to the marketplace. */
function isOfMoney(news: Piece): boolean {
  return !('loan' in news)
}

function isOpen({ id }: Proposal, { offers, requests }: BoardView['forMe']): boolean {
  return [...offers.open, ...requests.open].some(({ loan }) => loan.id === id)
}

function showMarket() {
  goTo('market')
}

/** The other person and the amount of the loan, where they are known. */
function knownOf(news: Piece, loans: readonly TakenLoan[]): { person?: Address; principal?: Dollars } {
  if (news.kind === 'arrived') return { person: news.person }
  if ('loan' in news) return { person: proposerOf(news.loan) }
  const loan = loans.find(({ id }) => id === news.row.id)
  if (!loan) return {}
  const isLent = news.kind === 'taken' || news.kind === 'paid' || news.kind === 'owedLate'
  return { person: isLent ? loan.borrower : loan.lender, principal: loan.principal }
}

type RowProps = { news: Piece; person: Address | undefined; name: string | undefined; principal: Dollars | undefined }

function Row({ news, person, name, principal }: RowProps) {
  const { text, about } = newsLine(news, { person, name, principal })
  const { icon, ink } = LOOKS[news.kind]
  return (
    <Box component="li" sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 56, py: 1 }}>
      {person ? (
        <Face address={person} size={36} />
      ) : (
        <Box sx={{ display: 'grid', placeItems: 'center', flex: 'none', width: 36, height: 36, color: ink }}>
          <Icon path={icon} />
        </Box>
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2">
          <Unbroken text={text} />
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          <Unbroken text={about} />
        </Typography>
        {person && <LookAlikeLine address={person} />}
      </Box>
      {person && <OpensPerson address={person} name={name} />}
    </Box>
  )
}

const LATE = { icon: mdiAlertCircle, ink: color.error }
const LOOKS: Record<Piece['kind'], { icon: string; ink: string }> = {
  taken: { icon: mdiHandshake, ink: color.secondary },
  paid: { icon: mdiCallReceived, ink: color.secondary },
  funded: { icon: mdiCallReceived, ink: color.secondary },
  collected: { icon: mdiHandshake, ink: color.secondary },
  offered: { icon: mdiHandshake, ink: color.secondary },
  asked: { icon: mdiHandshake, ink: color.secondary },
  arrived: { icon: mdiCallReceived, ink: color.secondary },
  moreTime: { icon: mdiCalendarClock, ink: color.secondary },
  forgiven: { icon: mdiHeart, ink: color.text2 },
  dueSoon: { icon: mdiCalendarClock, ink: color.warning },
  overdue: LATE,
  owedLate: LATE,
}
