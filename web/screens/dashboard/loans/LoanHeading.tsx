import { Box, Button, Stack, Typography } from '@mui/material'
import { sumOf } from '../../../board/own/dueDates.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import type { Side } from '../../../loans/loan.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { count, moneyOwed } from '../../../text/format.ts'
import { fitting } from '../../../ui/fitting.ts'

type Props = { side: Side; titleId: string; activeCount: number; hasExamples: boolean }

/** The title of a section of loans, how many there are and their sum. As high before that is known. */
export function LoanHeading({ side, titleId, activeCount, hasExamples }: Props) {
  const { toggleExamples } = useBoardStore()
  const areExamplesHidden = useBoard((view) => view.areExamplesHidden)
  const text = esLoans[side]
  return (
    <Stack
      direction="row"
      sx={{
        containerType: 'inline-size',
        justifyContent: 'space-between',
        alignItems: 'center',
        alignContent: 'start',
        flexWrap: 'wrap',
        columnGap: 2,
        minHeight: { xs: '3.25rem', sm: 44 },
        mb: 1,
      }}
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography id={titleId} variant="h5" component="h2">
          {text.title}
        </Typography>
        {activeCount > 0 && <Sum side={side} count={text.count(count(activeCount))} />}
      </Stack>
      {hasExamples && (
        <Button size="small" color="inherit" sx={{ color: 'text.secondary' }} onClick={toggleExamples}>
          {areExamplesHidden ? esLoans.demo.show : esLoans.demo.hide}
        </Button>
      )}
    </Stack>
  )
}

function Sum({ side, count: howMany }: { side: Side; count: string }) {
  const isKnown = useBoard((view) => view.areSumsKnown)
  const dates = useBoard((view) => view.dueDates)
  const amount = moneyOwed(sumOf(dates, side))
  return (
    <Typography variant="body2" color="textSecondary" sx={{ minWidth: 0 }}>
      {howMany}
      {isKnown && (
        <>
          {' · '}
          {side === 'lent' ? esLoans.dueDates.in : esLoans.dueDates.out}{' '}
          <Box
            component="span"
            sx={{ color: 'text.primary', fontWeight: 700, fontSize: fitting('1em', amount), whiteSpace: 'nowrap' }}
          >
            {amount}
          </Box>
        </>
      )}
    </Typography>
  )
}
