import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Draft, type Mistake, type Publishing, publishedBy } from '../../../loans/draft.ts'
import { wholeDays } from '../../../loans/terms.ts'
import { usePublish } from '../../../state/sending/usePublish.ts'
import { draftMistake } from '../../../text/draftMistake.ts'
import { es } from '../../../text/es.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { esPublish } from '../../../text/esPublish.ts'
import { feeLine } from '../../../text/fee.ts'
import { money, percent } from '../../../text/format.ts'
import { publishMessages } from '../../../text/publishStatus.ts'
import type { StatusMessage } from '../../../text/statusMessage.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { useMessagesInTurn } from '../../../ui/useMessagesInTurn.ts'
import type { Funds } from '../commands/CommandDialog.tsx'
import { DraftFields } from './DraftFields.tsx'
import { DraftSummary } from './DraftSummary.tsx'

/** Section 'Publicar préstamo'. Reports one mistake at a time, and shows what will come back before anything is sent. */
export function PublishForm({ available, funds }: { available: bigint | undefined; funds: Funds }) {
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [mistake, setMistake] = useState<Mistake>()
  const { draft, change, progress, isBusy, fee, failed, isForOne, publish } = usePublish()
  const status = useMessagesInTurn(publishMessages(progress))
  const feeText = `${esCommands.fee}: ${fee === undefined ? esCommands.unknown : feeLine(fee)}`

  // In an effect, after the error text is rendered: a screen reader then reads it together with the field.
  useEffect(() => {
    const wrong = mistake && form.current?.elements.namedItem(mistake.field)
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [mistake])

  const type = (changes: Partial<Draft>) => {
    change(changes)
    if (mistake && mistake.field in changes) setMistake(undefined)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) setMistake(publish())
  }

  return (
    <Stack component="section" spacing={2} aria-labelledby={titleId}>
      <Typography id={titleId} variant="h5" component="h2">
        {esPublish.title}
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
        {status && (
          <Status message={status}>
            {failed && <Again command={failed.command} fee={feeText} onRetry={() => setMistake(publish(failed.draft))} />}
          </Status>
        )}
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
            available={available}
            funds={funds}
            onChange={type}
            readOnly={isBusy}
            errorOf={(field) => (mistake?.field === field ? draftMistake(mistake) : undefined)}
          />
          <Stack spacing={2}>
            <DraftSummary draft={draft} />
            {isForOne ? (
              <Notice severity="info" role="note">
                {esPublish.toOne}
              </Notice>
            ) : (
              <Notice severity="warning" role="note">
                {esPublish.toAnyone}
              </Notice>
            )}
            <Typography variant="body2" color="textSecondary" sx={{ containerType: 'inline-size' }}>
              <Unbroken text={feeText} />
            </Typography>
            <SubmitButton label={esPublish.submit} busyLabel={esPublish.busy} isBusy={isBusy} />
          </Stack>
        </Box>
      </Paper>
    </Stack>
  )
}

/** Scrolls into view with each message: it is above the form, and on a phone the button that was pressed is a screen below. */
function Status({ message: { text, severity, role }, children }: { message: StatusMessage; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new text
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <Box ref={place} sx={{ scrollMargin: 16 }}>
      <Notice key={role} severity={severity} role={role}>
        {text}
        {role === 'alert' && children}
      </Notice>
    </Box>
  )
}

/** The form is empty by now: says what the button would publish, and at which fee. */
function Again({ command, fee, onRetry }: { command: Publishing; fee: string; onRetry: () => void }) {
  const { principal, apr, duration } = publishedBy(command)
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ containerType: 'inline-size', mt: 1 }}>
        <Unbroken text={`${esPublish.again(money(principal), percent(apr), wholeDays(duration))} ${fee}`} />
      </Typography>
      <Button sx={{ mt: 0.5, ml: -2.25 }} onClick={onRetry}>
        {es.retry}
      </Button>
    </>
  )
}
