import { Box, Paper, Stack, Typography } from '@mui/material'
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Prepared } from '../../board/board.ts'
import { useBoard } from '../../board/useBoard.ts'
import { kindOf, type ProposalKind } from '../../loans/loan.ts'
import { TabBar } from '../../ui/fields/TabBar.tsx'
import { DraftForm } from './DraftForm.tsx'
import { EMPTY_DRAFT } from './draft.ts'
import { useForm } from './useForm.ts'
import { publishWords } from './words.ts'

const KINDS = ['offer', 'request'] as const
/** In px: of an empty form, by the width of the screen. */
const FORM_HEIGHT = { xs: 1013, sm: 955, md: 634, lg: 975 }

/**
 * Section 'Publicar préstamo': a tab to lend and one to ask, each with a draft of its own. `onFill`: leads to the form, which was
 * filled in from elsewhere.
 */
export function PublishForm({ onFill }: { onFill: () => void }) {
  const titleId = useId()
  const tabsId = useId()
  const [kind, setKind] = useState<ProposalKind>('offer')
  const offer = useForm('offer', kind)
  const request = useForm('request', kind)
  const forms = { offer, request }
  const hasDraft = KINDS.some((each) => forms[each].draft !== EMPTY_DRAFT)
  // The fields are a quarter of the dashboard's work: in one task with the rest they would block the page for too long.
  const areFieldsDue = useDeferredValue(true, false)

  const prepared = useBoard((view) => view.prepared)
  const fillIn = useEffectEvent((wish: Prepared) => {
    const wanted = 'renewed' in wish ? kindOf(wish.renewed) : wish.kind
    setKind(wanted)
    if ('renewed' in wish) {
      forms[wanted].renew(wish.renewed)
      onFill()
    } else {
      forms[wanted].address(wish.to)
      // After the focus has come back from the dialog.
      setTimeout(onFill)
    }
  })
  useEffect(() => {
    if (prepared) fillIn(prepared)
  }, [prepared])

  return (
    <Stack component="section" spacing={2} aria-labelledby={titleId} data-draft={hasDraft || undefined}>
      <Typography id={titleId} variant="h5" component="h2">
        {publishWords.title}
      </Typography>
      <Paper
        elevation={0}
        sx={{ p: { xs: 2, sm: 3 }, border: 1, borderColor: 'divider', display: 'grid', gap: { xs: 2, sm: 3 } }}
      >
        <TabBar
          label={publishWords.tabs}
          id={tabsId}
          tabs={KINDS.map((value) => ({ value, label: publishWords[value].tab }))}
          value={kind}
          onChange={setKind}
        />
        <div role="tabpanel" id={`${tabsId}-${kind}-panel`} aria-labelledby={`${tabsId}-${kind}`}>
          {areFieldsDue ? <DraftForm key={kind} kind={kind} form={forms[kind]} /> : <Box sx={{ minHeight: FORM_HEIGHT }} />}
        </div>
      </Paper>
    </Stack>
  )
}
