import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { checkDraft, type Draft, EMPTY_DRAFT, hasAddressee, type Mistake } from '../../../loans/offerDraft.ts'
import { parseAddress } from '../../../state/sending/parseAddress.ts'
import { useCommand } from '../../../state/sending/useCommand.ts'
import { draftMistake } from '../../../text/draftMistake.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { publishMessages, publishStatus } from '../../../text/publishStatus.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { useMessagesInTurn } from '../../../ui/useMessagesInTurn.ts'
import { DraftFields } from './DraftFields.tsx'
import { DraftSummary } from './DraftSummary.tsx'

/** Section 'Publicar préstamo': says what is wrong one field at a time, and what will come back before anything is sent. */
export function PublishForm({ me }: { me: string }) {
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [mistake, setMistake] = useState<Mistake>()
  const [submitted, setSubmitted] = useState(EMPTY_DRAFT)
  const { progress, isBusy, run } = useCommand()
  const status = useMessagesInTurn(publishMessages(progress))

  // Whatever became of it, the form is free for the next one.
  const isOver = progress.at === 'done' || progress.at === 'refused'
  useEffect(() => {
    if (isOver) setDraft(EMPTY_DRAFT)
  }, [isOver])

  // After drawing, so that whoever hears the field also hears what is wrong with it.
  useEffect(() => {
    const wrong = mistake && form.current?.elements.namedItem(mistake.field)
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [mistake])

  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes })
    if (mistake && mistake.field in changes) setMistake(undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = checkDraft(draft, me, parseAddress(draft.to))
    setMistake(checked.ok ? undefined : checked.mistake)
    if (!checked.ok) return
    setSubmitted(draft)
    await run({ kind: 'createOffer', offer: checked.offer })
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
            <SubmitButton label={esLoans.publish.submit} busyLabel={esLoans.publish.busy} isBusy={isBusy} />
          </Stack>
        </Box>
      </Paper>
    </Stack>
  )
}

/** It stands above the form and the button below it: on a phone, whoever has just pressed the button is taken to it. */
function Status({ message, onRetry }: { message: string; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const { severity, role } = publishStatus(message)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message anew
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  const retry = role === 'alert' && <Button onClick={onRetry}>{esLoans.publish.retry}</Button>
  return (
    <Box ref={place} sx={{ scrollMargin: 16 }}>
      <Notice key={role} severity={severity} role={role} action={retry}>
        {message}
      </Notice>
    </Box>
  )
}
