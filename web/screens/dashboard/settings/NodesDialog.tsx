import { Box, Button, Stack, Typography } from '@mui/material'
import type { NodeState } from '../../../chain/node/fetchLatestBlock.ts'
import { esSettings } from '../../../text/es/esSettings.ts'
import { color } from '../../../theme.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'

const words = esSettings.nodes

type Props = { nodes: readonly NodeState[] | undefined; onAsk: () => void; onClose: () => void }

/** Each node that the app was built for, and how it answers. */
export function NodesDialog({ nodes, onAsk, onClose }: Props) {
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
            <Node key={node.url} {...node} />
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

function Node(node: NodeState) {
  return (
    <Box component="li" sx={{ px: 2, py: 1.75, borderRadius: '10px', bgcolor: color.raised }}>
      <Typography translate="no" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {node.host}
      </Typography>
      <Answer {...node} />
      {(node.isInUse || node.isExcluded) && (
        <Typography variant="body2" sx={{ color: node.isExcluded ? 'text.secondary' : color.secondary }}>
          {node.isExcluded ? words.excluded : words.inUse}
        </Typography>
      )}
    </Box>
  )
}

function Answer({ state, ms, lag }: NodeState) {
  const isGood = state === 'answers' && lag === 0
  const age = lag === 0 ? words.upToDate : words.behind(lag)
  return (
    <Typography variant="body2" sx={{ color: isGood ? color.success : color.warning }}>
      {state === 'answers' ? `${words.ms(ms)} · ${age}` : words[state]}
    </Typography>
  )
}

/** In one line: how many answer, and how fast the one in use does. */
export function nodesSummary(nodes: readonly NodeState[] | undefined) {
  if (!nodes) return words.asking
  const answering = nodes.filter(({ state }) => state === 'answers')
  const inUse = answering.find(({ isInUse }) => isInUse)
  return (
    <>
      <Box component="span" sx={{ color: answering.length > 0 ? color.success : color.warning }}>
        {words.summary(answering.length, nodes.length)}
      </Box>
      {inUse && ` · ${words.ms(inUse.ms)}`}
    </>
  )
}
