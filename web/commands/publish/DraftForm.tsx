import { Box, Button, Stack, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useBoard } from '../../board/useBoard.ts'
import { parseAmount } from '../../loans/decimal.ts'
import type { Proposal, ProposalKind } from '../../loans/loan.ts'
import { wholeDays } from '../../loans/terms.ts'
import { useSuggestions } from '../../people/useSuggestions.ts'
import { availableFor } from '../../text/available.ts'
import { es } from '../../text/es/es.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { feeLine, withRisen } from '../../text/fee.ts'
import { money, percent } from '../../text/format.ts'
import type { StatusMessage } from '../../text/statusMessage.ts'
import { Choices } from '../../ui/fields/Choices.tsx'
import { SubmitButton } from '../../ui/fields/SubmitButton.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { DraftFields } from './DraftFields.tsx'
import { DraftSummary, PlanToPublish } from './DraftSummary.tsx'
import { type Publishing, publishedBy } from './draft.ts'
import { draftMistake } from './draftMistake.ts'
import { notRenewed } from './renewal.ts'
import type { Form } from './useForm.ts'
import { publishWords } from './words.ts'

type DraftFormProps = { kind: ProposalKind; form: Form }

/** Reports one mistake at a time, and shows what will come back before anything is sent. */
export function DraftForm({ kind, form }: DraftFormProps) {
  const { element, draft, type, submit, retry, mistake, status, failed, renewed, fee, isBusy } = form
  const now = useBoard((view) => view.now)
  const suggest = useSuggestions(useBoard((view) => view.people))
  const feeText = `${esCommands.fee}: ${fee === undefined ? esCommands.unknown : feeLine(fee)}`
  return (
    <Box
      component="form"
      ref={element}
      noValidate
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      {status && (
        <Status message={status}>
          {failed && <Again kind={kind} command={failed.command} now={now} fee={feeText} onRetry={() => retry(failed.draft)} />}
        </Status>
      )}
      {renewed && <Renewal kind={kind} loan={renewed} isByLink={form.isByLink} />}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 3 },
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
        }}
      >
        <DraftFields
          kind={kind}
          draft={draft}
          onChange={type}
          isByLink={form.isByLink}
          readOnly={isBusy}
          errorOf={(field) => (mistake?.field === field ? draftMistake(mistake, kind, draft.to, suggest) : undefined)}
        />
        <Stack spacing={2}>
          <DraftSummary kind={kind} draft={draft} now={now} />
          {kind === 'request' && <WayChoice form={form} />}
          {form.isByLink ? <ToShare form={form} /> : <ToPublish kind={kind} form={form} feeText={feeText} />}
        </Stack>
      </Box>
    </Box>
  )
}

/** Whether a request is published or shared by link. Below the fields: each way says here what it leads to. */
function WayChoice({ form: { isByLink, hasNoEther, isBusy, chooseWay } }: { form: Form }) {
  const words = publishWords.way
  return (
    <Box>
      <Choices
        title={words.title}
        width="100%"
        choices={[
          { value: 'publish', label: words.publish, hint: words.publishHint },
          { value: 'link', label: words.link, hint: words.linkHint },
        ]}
        chosen={isByLink ? 'link' : 'publish'}
        disabled={isBusy}
        onChoose={chooseWay}
      />
      {hasNoEther && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {words.noEther}
        </Typography>
      )}
    </Box>
  )
}

function ToPublish({ kind, form: { draft, isForOne, isBusy, risen }, feeText }: DraftFormProps & { feeText: string }) {
  const words = publishWords[kind]
  const short = useShort(kind, draft.amount)
  return (
    <>
      <Notice severity={kind === 'offer' && !isForOne ? 'warning' : 'info'} role="note">
        {isForOne ? words.toOne : words.toAnyone}
      </Notice>
      <Typography variant="body2" color="textSecondary" sx={{ containerType: 'inline-size' }}>
        <Unbroken text={feeText} />
      </Typography>
      <SubmitButton
        label={short ?? withRisen(words.submit, risen)}
        isChanged={risen !== undefined}
        busyLabel={publishWords.busy}
        isBusy={isBusy}
        disabled={short !== undefined && !isBusy}
      />
    </>
  )
}

/** How many dollars are missing for an offer. Of whoever has none at all the network's answer is told, with the way to some. */
function useShort(kind: ProposalKind, typed: string): string | undefined {
  const available = useBoard(({ book }) => book?.dollarBalance)
  const amount = parseAmount(typed)
  if (kind === 'request' || !amount.ok || available === 0n) return undefined
  return availableFor(amount.value, available).short
}

function ToShare({ form: { draft, isForOne, isBusy } }: { form: Form }) {
  const words = publishWords.byLink
  return (
    <>
      <Notice severity="info" role="note">
        {isForOne ? words.toOne : words.toAnyone}
        <Typography variant="body2" sx={{ mt: 1 }}>
          {words.end(draft.openDays)}
        </Typography>
      </Notice>
      <SubmitButton label={words.submit} busyLabel={words.busy} isBusy={isBusy} />
    </>
  )
}

/** Scrolls into view with each message: it is above the form, and on a phone the button that was pressed is a screen below. */
function Status({ message: { text, severity, role }, children }: { message: StatusMessage; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is not read: a new one scrolls into view
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <Box ref={box} sx={{ scrollMargin: 16 }}>
      <Notice key={role} severity={severity} role={role}>
        {text}
        {role === 'alert' && children}
      </Notice>
    </Box>
  )
}

type AgainProps = { kind: ProposalKind; command: Publishing; now: number; fee: string; onRetry: () => void }

/** The form is empty by now: says what the button would publish, and at which fee. */
function Again({ kind, command, now, fee, onRetry }: AgainProps) {
  const terms = publishedBy(command)
  const { principal, apr, duration, instalments, openDays } = terms
  const same = publishWords.sameTerms(money(principal), percent(apr), wholeDays(duration), instalments, openDays)
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ containerType: 'inline-size', mt: 1 }}>
        <Unbroken text={`${publishWords[kind].again(same)} ${fee}`} />
      </Typography>
      <Box sx={{ mt: 1 }}>
        <PlanToPublish kind={kind} terms={terms} now={now} />
      </Box>
      <Button sx={{ mt: 0.5, ml: -2.25 }} onClick={onRetry}>
        {es.retry}
      </Button>
    </>
  )
}

/** Takes the focus: what it says comes before the fields that it is about. */
function Renewal({ kind, loan, isByLink }: { kind: ProposalKind; loan: Proposal; isByLink: boolean }) {
  const { renewal } = isByLink ? publishWords.byLink : publishWords[kind]
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loan is not read: another one takes the focus anew
  useEffect(() => box.current?.focus({ preventScroll: true }), [loan])
  return (
    <Box ref={box} tabIndex={-1} sx={{ borderRadius: 1 }}>
      <Notice severity="info" role="note">
        <Box sx={{ containerType: 'inline-size' }}>
          <Unbroken text={renewal(money(loan.principal))} />
        </Box>
        {notRenewed(loan).map((line) => (
          <Typography key={line} variant="body2" sx={{ mt: 0.5 }}>
            {line}
          </Typography>
        ))}
      </Notice>
    </Box>
  )
}
