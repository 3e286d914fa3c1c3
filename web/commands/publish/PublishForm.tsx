import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Address } from 'viem'
import type { Prepared } from '../../board/board.ts'
import { useBoard } from '../../board/useBoard.ts'
import { kindOf, type Proposal, type ProposalKind } from '../../loans/loan.ts'
import { wholeDays } from '../../loans/terms.ts'
import { useSuggestions } from '../../people/useSuggestions.ts'
import { es } from '../../text/es/es.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { feeLine } from '../../text/fee.ts'
import { money, percent } from '../../text/format.ts'
import type { StatusMessage } from '../../text/statusMessage.ts'
import { SubmitButton } from '../../ui/fields/SubmitButton.tsx'
import { TabBar } from '../../ui/fields/TabBar.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useMessagesInTurn } from '../../ui/notices/useMessagesInTurn.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { DraftFields } from './DraftFields.tsx'
import { DraftSummary, PlanToPublish } from './DraftSummary.tsx'
import { type Draft, draftOf, EMPTY_DRAFT, type Mistake, type Publishing, publishedBy } from './draft.ts'
import { draftMistake } from './draftMistake.ts'
import { publishMessages } from './publishStatus.ts'
import { notRenewed } from './renewal.ts'
import { usePublish } from './usePublish.ts'
import { publishWords } from './words.ts'

const KINDS = ['offer', 'request'] as const
/** In px: of an empty form, by the width of the screen. */
const FORM_HEIGHT = { xs: 1013, sm: 857, md: 536, lg: 877 }

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
      <Paper elevation={0} sx={{ p: { xs: 2, sm: 3 }, border: 1, borderColor: 'divider', display: 'grid', gap: 3 }}>
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

/** The state of one tab, on screen or not. */
function useForm(kind: ProposalKind, shown: ProposalKind) {
  const element = useRef<HTMLFormElement>(null)
  const [mistake, setMistake] = useState<Mistake>()
  const [renewed, setRenewed] = useState<Proposal>()
  const { change, publish, ...rest } = usePublish(kind, kind === shown)
  const status = useMessagesInTurn(publishMessages(kind, rest.progress))

  // In an effect, after the error text is rendered: a screen reader then reads it together with the field.
  useEffect(() => {
    const wrong = mistake && element.current?.elements.namedItem(mistake.field)
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [mistake])

  return {
    ...rest,
    element,
    mistake,
    renewed,
    status,
    type: (changes: Partial<Draft>) => {
      change(changes)
      if (mistake && mistake.field in changes) setMistake(undefined)
    },
    submit: (draft?: Draft) => {
      if (rest.isBusy) return
      const found = publish(draft)
      setMistake(found)
      if (!found) setRenewed(undefined)
    },
    address: (to: Address) => {
      if (rest.isBusy) return
      change({ to })
      if (mistake?.field === 'to') setMistake(undefined)
    },
    /** Not while something is being published. */
    renew: (loan: Proposal) => {
      if (rest.isBusy) return
      change(draftOf(loan).draft)
      setMistake(undefined)
      setRenewed(loan)
    },
  }
}

type DraftFormProps = { kind: ProposalKind; form: ReturnType<typeof useForm> }

/** Reports one mistake at a time, and shows what will come back before anything is sent. */
function DraftForm({ kind, form }: DraftFormProps) {
  const { element, draft, type, submit, mistake, status, failed, renewed, fee, isBusy, isForOne } = form
  const now = useBoard((view) => view.now)
  const suggest = useSuggestions(useBoard((view) => view.people))
  const words = publishWords[kind]
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
          {failed && <Again kind={kind} command={failed.command} now={now} fee={feeText} onRetry={() => submit(failed.draft)} />}
        </Status>
      )}
      {renewed && <Renewal kind={kind} loan={renewed} />}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
        }}
      >
        <DraftFields
          kind={kind}
          draft={draft}
          onChange={type}
          readOnly={isBusy}
          errorOf={(field) => (mistake?.field === field ? draftMistake(mistake, kind, draft.to, suggest) : undefined)}
        />
        <Stack spacing={2}>
          <DraftSummary kind={kind} draft={draft} now={now} />
          <Notice severity={kind === 'offer' && !isForOne ? 'warning' : 'info'} role="note">
            {isForOne ? words.toOne : words.toAnyone}
          </Notice>
          <Typography variant="body2" color="textSecondary" sx={{ containerType: 'inline-size' }}>
            <Unbroken text={feeText} />
          </Typography>
          <SubmitButton label={words.submit} busyLabel={publishWords.busy} isBusy={isBusy} />
        </Stack>
      </Box>
    </Box>
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
function Renewal({ kind, loan }: { kind: ProposalKind; loan: Proposal }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each loan that is renewed
  useEffect(() => place.current?.focus({ preventScroll: true }), [loan])
  return (
    <Box ref={place} tabIndex={-1} sx={{ borderRadius: 1 }}>
      <Notice severity="info" role="note">
        <Box sx={{ containerType: 'inline-size' }}>
          <Unbroken text={publishWords[kind].renewal(money(loan.principal))} />
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
