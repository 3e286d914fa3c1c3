import { mdiCheck, mdiClose } from '@mdi/js'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import { useEffect, useId, useRef, useState } from 'react'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { useFunds } from '../../../commands/useFunds.tsx'
import { useWallet } from '../../../session/session.tsx'
import { esWallet } from '../../../text/es/esWallet.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { goTo } from '../places.ts'
import { useShareAddress } from './useShareAddress.ts'

const words = esWallet.firstSteps
const STEPS = ['money', 'lend', 'share'] as const
type StepName = (typeof STEPS)[number] | 'pin'

/**
 * The first steps of a newcomer. Drawn at once, so that nothing is pushed down later; which are done is said when it is known. A step
 * that is done stays, ticked, and all of them go while a dialog lies over the page, or with the visit: nothing moves under a finger.
 */
export function FirstSteps() {
  const titleId = useId()
  const { done, isOver } = useBoard((view) => view.steps)
  // Nobody can take these steps where there is no contract.
  const isPossible = useBoard(({ dashboard, book }) => !dashboard || book !== undefined)
  const isCovered = useBoard(({ dialogs }) => dialogs.length > 0)
  const { ask, dismissSteps } = useBoardStore()
  const { isPinNew } = useWallet()
  const funds = useFunds()
  const { share } = useShareAddress()
  const [isGone, setGone] = useState(isOver)
  const [isPinDismissed, setPinDismissed] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Above the screen it stays: browsers without scroll anchoring would move what is on it.
    if (isOver && isCovered && card.current && card.current.getBoundingClientRect().bottom > 0) setGone(true)
  }, [isOver, isCovered])

  const general = isGone || !isPossible ? [] : STEPS
  const steps: readonly StepName[] = isPinNew && !isPinDismissed ? ['pin', ...general] : general
  if (steps.length === 0) return null
  const isDone = { ...done, pin: false }
  const actions = {
    pin: () => ask({ kind: 'checkPin' }),
    money: funds.get,
    lend: () => goTo('publish'),
    share,
  }
  const next = steps.find((step) => isDone[step] === false)
  return (
    <Paper
      ref={card}
      component="section"
      elevation={0}
      aria-labelledby={titleId}
      sx={{ p: { xs: 2, sm: 3 }, pt: { xs: 1, sm: 1.5 }, border: 1, borderColor: 'divider' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, mr: -1 }}>
        <Typography id={titleId} variant="subtitle1" component="h2">
          {words.title(steps.length)}
        </Typography>
        <IconButton
          aria-label={words.dismiss}
          onClick={() => {
            dismissSteps()
            setGone(true)
            setPinDismissed(true)
          }}
        >
          <Icon path={mdiClose} />
        </IconButton>
      </Stack>
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          columnGap: 4,
          rowGap: 1.5,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: steps.length === 4 ? 'repeat(2, minmax(0, 1fr))' : undefined,
            lg: `repeat(${steps.length === 4 ? 2 : 3}, minmax(0, 1fr))`,
          },
        }}
      >
        {steps.map((step, index) => (
          <Step
            key={step}
            number={index + 1}
            words={words[step]}
            isDone={isDone[step]}
            isNext={step === next}
            isBusy={step === 'money' && funds.isBusy}
            onStart={actions[step]}
          />
        ))}
      </Box>
    </Paper>
  )
}

type Props = {
  number: number
  words: { title: string; hint: string; action: string }
  /** Undefined: not known yet. */
  isDone: boolean | undefined
  isNext: boolean
  isBusy: boolean
  onStart: () => void
}

function Step({ number, words: { title, hint, action }, isDone, isNext, isBusy, onStart }: Props) {
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, minHeight: 44 }}>
      <Box
        component="span"
        aria-hidden="true"
        sx={{
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          width: '2rem',
          height: '2rem',
          boxSizing: 'border-box',
          borderRadius: '50%',
          border: '2px solid',
          borderColor: isDone ? color.success : isNext ? color.primary : color.field,
          color: isDone ? color.success : color.text,
          typography: 'body2',
        }}
      >
        {isDone ? <Icon path={mdiCheck} /> : number}
      </Box>
      <Box sx={{ flex: '1 1 8rem', minWidth: 0 }}>
        <Typography variant="subtitle1" component="h3" sx={{ lineHeight: 1.3 }}>
          {title}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {hint}
        </Typography>
      </Box>
      {isDone ? (
        <Typography variant="body2" sx={{ color: color.success, px: 2, py: 1.5 }}>
          {words.done}
        </Typography>
      ) : (
        <Button
          variant={isNext ? 'contained' : 'text'}
          disabled={isBusy}
          onClick={onStart}
          // Its place is kept while it is not known whether there is something to do.
          sx={{ visibility: isDone === undefined ? 'hidden' : 'visible' }}
        >
          {action}
        </Button>
      )}
    </Box>
  )
}
