import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Draft, EMPTY_DRAFT, hasAddressee, type Mistake } from '../../../loans/offerDraft.ts'
import { usePublish } from '../../../state/sending/usePublish.ts'
import { feeLine } from '../../../text/commandStatus.ts'
import { draftMistake } from '../../../text/draftMistake.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { publishMessages } from '../../../text/publishStatus.ts'
import type { StatusMessage } from '../../../text/statusMessage.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { useMessagesInTurn } from '../../../ui/useMessagesInTurn.ts'
import { DraftFields } from './DraftFields.tsx'
import { DraftSummary } from './DraftSummary.tsx'

/** Section 'Publicar préstamo'. Reports one mistake at a time, and shows what will come back before anything is sent. */
export function PublishForm() {
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [mistake, setMistake] = useState<Mistake>()
  const [submitted, setSubmitted] = useState(EMPTY_DRAFT)
  const { progress, isBusy, fee, hasRisen, publish } = usePublish(draft)
  const status = useMessagesInTurn(publishMessages(progress))

  // Reset when it ends, well or not; a failure offers to restore what was typed. A fee that rose only asks again.
  const isOver = progress.at === 'done' || (progress.at === 'refused' && !hasRisen)
  useEffect(() => {
    if (isOver) setDraft(EMPTY_DRAFT)
  }, [isOver])

  // In an effect, after the error text is rendered: a screen reader then reads it together with the field.
  useEffect(() => {
    const wrong = mistake && form.current?.elements.namedItem(mistake.field)
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [mistake])

  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes })
    if (mistake && mistake.field in changes) setMistake(undefined)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = publish()
    setMistake(found)
    if (!found) setSubmitted(draft)
  }

  return (
    <Stack component="section" spacing={2} aria-labelledby={titleId}>
      <Typography id={titleId} variant="h5" component="h2">
        {esLoans.publish.title}
      </Typography>
      <Paper
        component="form"
        ref={form}
        elevation={0}
        noValidate
        autoComplete="off"
        onSubmit={submit}
        sx={{ p: { xs: 2, sm: 3 }, border: 1, borderColor: 'divider', display: 'grid', gap: 3 }}
      >
        {status && <Status message={status} onRetry={() => setDraft(submitted)} />}
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
          }}
        >
          <DraftFields
            draft={draft}
            onChange={change}
            readOnly={isBusy}
            errorOf={(field) => (mistake?.field === field ? draftMistake(mistake) : undefined)}
          />
          <Stack spacing={2}>
            <DraftSummary draft={draft} />
            {hasAddressee(draft) ? (
              <Notice severity="info" role="note">
                {esLoans.publish.toOne}
              </Notice>
            ) : (
              <Notice severity="warning" role="note">
                {esLoans.publish.toAnyone}
              </Notice>
            )}
            <Typography variant="body2" color="textSecondary">
              {esCommands.fee}: {fee === undefined ? esCommands.unknown : feeLine(fee)}
            </Typography>
            <SubmitButton label={esLoans.publish.submit} busyLabel={esLoans.publish.busy} isBusy={isBusy} />
          </Stack>
        </Box>
      </Paper>
    </Stack>
  )
}

/** Scrolls into view with each message: it is above the form, and on a phone the button that was pressed is a screen below. */
function Status({ message: { text, severity, role }, onRetry }: { message: StatusMessage; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new text
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  const retry = role === 'alert' && <Button onClick={onRetry}>{esLoans.publish.retry}</Button>
  return (
    <Box ref={place} sx={{ scrollMargin: 16 }}>
      <Notice key={role} severity={severity} role={role} action={retry}>
        {text}
      </Notice>
    </Box>
  )
}
