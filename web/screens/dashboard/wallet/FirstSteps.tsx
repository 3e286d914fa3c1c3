import { mdiCheck, mdiClose } from '@mdi/js'
import { Box, Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { useFunds } from '../../../commands/useFunds.tsx'
import { esWallet } from '../../../text/es/esWallet.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { goTo } from '../places.ts'
import { useShareAddress } from './useShareAddress.ts'

const words = esWallet.firstSteps
const STEPS = ['money', 'lend', 'share'] as const
/** The first steps of a newcomer. A step that is done stays, ticked, so that nothing moves under a finger. */
export function FirstSteps() {
  const titleId = useId()
  const { done, isOver } = useBoard((view) => view.steps)
  // Nobody can take these steps where there is no contract, and which are done is unknown where nothing could be read.
  const isShown = useBoard(({ dashboard, book, isOffline }) => (dashboard ? book !== undefined : !isOffline))
  const hasBook = useBoard(({ book }) => book !== undefined)
  const { dismissSteps } = useBoardStore()
  const funds = useFunds()
  const { share } = useShareAddress()
  if (isOver || !isShown) return null
  // Until the network has answered there is no test money to ask for.
  const canGetMoney = hasBook && !funds.isBusy
  const actions = { money: funds.get, lend: () => goTo('publish'), share }
  const next = STEPS.find((step) => !done[step])
  return (
    <Paper
      component="section"
      elevation={0}
      aria-labelledby={titleId}
      sx={{ p: { xs: 2, sm: 3 }, pt: { xs: 1, sm: 1.5 }, border: 1, borderColor: 'divider' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, mr: -1 }}>
        <Typography id={titleId} variant="subtitle1" component="h2">
          {words.title}
        </Typography>
        <IconButton aria-label={words.dismiss} onClick={dismissSteps}>
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
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {STEPS.map((step, index) => (
          <Box
            component="li"
            key={step}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, minHeight: 44 }}
          >
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
                borderColor: done[step] ? color.success : step === next ? color.primary : color.field,
                color: done[step] ? color.success : color.text,
                typography: 'body2',
              }}
            >
              {done[step] ? <Icon path={mdiCheck} /> : index + 1}
            </Box>
            <Box sx={{ flex: '1 1 8rem', minWidth: 0 }}>
              <Typography variant="subtitle1" component="h3" sx={{ lineHeight: 1.3 }}>
                {words[step].title}
              </Typography>
              <Typography variant="caption" component="p" color="textSecondary">
                {words[step].hint}
              </Typography>
            </Box>
            {done[step] ? (
              <Typography variant="body2" sx={{ color: color.success, px: 2, py: 1.5 }}>
                {words.done}
              </Typography>
            ) : (
              <Button
                variant={step === next ? 'contained' : 'text'}
                disabled={step === 'money' && !canGetMoney}
                onClick={() => actions[step]()}
              >
                {words[step].action}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Paper>
  )
}
