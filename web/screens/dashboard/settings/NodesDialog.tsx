import { Box, Button, Stack, Switch, Typography } from '@mui/material'
import { useId } from 'react'
import type { NodeState } from '../../../chain/node/fetchLatestBlock.ts'
import { esSettings } from '../../../text/es/esSettings.ts'
import { color } from '../../../theme.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'

const words = esSettings.nodes

type Use = (url: string, isUsed: boolean) => void
type Props = { nodes: readonly NodeState[] | undefined; onAsk: () => void; onUse: Use; onClose: () => void }

/** Each node that the app was built for, how it answers, and whether it is used. */
export function NodesDialog({ nodes, onAsk, onUse, onClose }: Props) {
  const used = nodes?.filter(({ state }) => state !== 'out')
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Stack spacing={2}>
        <Typography variant="body2" color="textSecondary">
          {words.body}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {words.seen}
        </Typography>
        <Stack component="ul" spacing={1} aria-busy={nodes === undefined} sx={{ m: 0, p: 0, listStyle: 'none', minHeight: 68 }}>
          {nodes?.map((node) => (
            <Node key={node.url} node={node} isLast={used?.length === 1 && used[0] === node} onUse={onUse} />
          ))}
          {!nodes && (
            <Typography component="li" role="status">
              {words.asking}
            </Typography>
          )}
        </Stack>
        <DialogButtons>
          <Button variant="outlined" onClick={onAsk}>
            {words.again}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function Node({ node, isLast, onUse }: { node: NodeState; isLast: boolean; onUse: Use }) {
  const lastId = useId()
  const isUsed = node.state !== 'out'
  return (
    <Box component="li" sx={{ px: 2, py: 1.75, borderRadius: '10px', bgcolor: color.raised }}>
      <Typography translate="no" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {node.host}
      </Typography>
      <Answer {...node} />
      {(node.isInUse || (node.isResting && isUsed)) && (
        <Typography variant="body2" sx={{ color: node.isInUse ? color.secondary : 'text.secondary' }}>
          {node.isInUse ? words.inUse : words.rests}
        </Typography>
      )}
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44, cursor: isLast ? 'default' : 'pointer' }}
      >
        <Typography component="span" variant="body2" sx={{ flex: 1 }}>
          {words.use}
        </Typography>
        <Switch
          checked={isUsed}
          onChange={() => !isLast && onUse(node.url, !isUsed)}
          slotProps={{
            input: {
              role: 'switch',
              'aria-label': `${words.use}: ${node.host}`,
              // Not disabled: it could not be reached by keyboard, nor its reason be read.
              'aria-disabled': isLast,
              'aria-describedby': isLast ? lastId : undefined,
            },
          }}
          sx={{ opacity: isLast ? 0.5 : 1, '& .MuiSwitch-track': { bgcolor: color.field, opacity: 1 } }}
        />
      </Box>
      {isLast && (
        <Typography id={lastId} component="p" variant="caption" color="textSecondary">
          {words.last}
        </Typography>
      )}
    </Box>
  )
}

function Answer({ state, ms, lag }: NodeState) {
  const isGood = state === 'answers' && lag === 0
  const age = lag === 0 ? words.upToDate : words.behind(lag)
  return (
    <Typography variant="body2" sx={{ color: isGood ? color.success : state === 'out' ? 'text.secondary' : color.warning }}>
      {state === 'answers' ? `${words.ms(ms)} · ${age}` : words[state]}
    </Typography>
  )
}

/** In one line: how many answer, and how fast the one in use does. */
export function nodesSummary(nodes: readonly NodeState[] | undefined) {
  if (!nodes) return words.asking
  const answering = nodes.filter(({ state }) => state === 'answers')
  const used = nodes.filter(({ state }) => state !== 'out').length
  const inUse = answering.find(({ isInUse }) => isInUse)
  return (
    <>
      <Box component="span" sx={{ color: answering.length > 0 ? color.success : color.warning }}>
        {words.summary(answering.length, used)}
      </Box>
      {inUse && ` · ${words.ms(inUse.ms)}`}
      {used < nodes.length && ` · ${words.leftOut(nodes.length - used)}`}
    </>
  )
}
