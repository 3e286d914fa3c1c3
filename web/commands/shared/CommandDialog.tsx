import { Button, Skeleton, Stack, Typography } from '@mui/material'
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Refusal, RefusalName } from '../../chain/send/refusal.ts'
import type { Wei } from '../../loans/units.ts'
import { commandFailure, commandMessages } from '../../text/commandStatus.ts'
import { es } from '../../text/es/es.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { feeLine, withRisen } from '../../text/fee.ts'
import { Dialog, DialogButtons, SIGNING_GAP } from '../../ui/Dialog.tsx'
import type { Fact } from '../../ui/Facts.tsx'
import { SubmitButton } from '../../ui/fields/SubmitButton.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { useMessagesInTurn } from '../../ui/notices/useMessagesInTurn.ts'
import { useSavedName } from '../../ui/people/people.ts'
import { type Command, keyOf } from '../command.ts'
import { words as faucetWords } from '../faucet/words.ts'
import { useCommand } from '../useCommand.ts'
import { useFunds } from '../useFunds.tsx'
import { useQuote } from '../useQuote.ts'
import { titleOf } from '../words.ts'
import { FundsButton } from './FundsButton.tsx'
import { HoldContext } from './hold.ts'
import { useConclude } from './useAnnounce.ts'

/** Refusals that test funds help against. */
const POOR: readonly RefusalName[] = ['NoEtherForFee', 'NoDollars']

/** Refusals in the words of one dialog. */
type Why = Partial<Record<RefusalName, string>>

type Props = {
  /**
   * `submit` and `leave`: on the buttons, without submit if there is nothing to do; `short`: in place of submit, where I have too
   * few dollars for it.
   */
  words: { title: string; submit: string | undefined; leave: string; why?: Why; short?: string | undefined }
  /** Sent by the button. Undefined: something is still to be filled in, or there is nothing to do. */
  command: Command | undefined
  color?: 'primary' | 'error'
  /** Whether test funds are offered to who has too little; or, before them, a way for who has no ether. */
  offersFunds?: boolean | { label: string; go: () => void }
  /** Called when the button is pressed while there is no command. */
  onIncomplete?: () => void
  /** To what was asked before, until it is sent. */
  onBack?: (() => void) | undefined
  /** Called when the command is refused or undone, if the dialog then gives another one in its place. */
  onRefused?: () => void
  onClose: () => void
  /** Draws what will happen. `fee`: the row that only this dialog knows; `given`: the command once it is pending. */
  children: (fee: Fact, given: Command | undefined) => ReactNode
}

const CONFIRMED_SHOWN_MS = 1_000

/** Shows what a command will do and cost, sends it once, and shows its progress. Closing it at any time loses nothing. */
export function CommandDialog({
  words,
  command,
  color = 'primary',
  offersFunds = false,
  onIncomplete,
  onBack,
  onRefused,
  onClose,
  children,
}: Props) {
  const testFunds = useFunds()
  const funds = offersFunds ? testFunds : undefined
  const notify = useNotices()
  const conclude = useConclude()
  const nameOf = useSavedName()
  const { progress, isBusy, risen, agreed, run, isFree } = useCommand()
  const [given, setGiven] = useState<Command>()
  const isConfirmed = progress.at === 'done' && progress.outcome.kind === 'confirmed'
  const isShort = words.short !== undefined && !isBusy && !isConfirmed
  const quote = useQuote(command, !isBusy && !isConfirmed && !isShort)
  const [holds, setHolds] = useState(0)

  const status = useMessagesInTurn(commandMessages(progress))
  // The failure of another amount says nothing about this one.
  const isSame = command !== undefined && given !== undefined && keyOf(given) === keyOf(command)
  const isGiven = isSame || (given !== undefined && onRefused !== undefined)
  const higher = isGiven ? risen : undefined
  const failure =
    !isGiven || higher !== undefined
      ? undefined
      : progress.at === 'refused'
        ? sayWhy(progress.refusal, words.why)
        : commandFailure(progress)
  const fee = (isBusy || isConfirmed ? agreed : higher) ?? quote.fee
  const isPoor = quote.refusal !== undefined && POOR.includes(quote.refusal.name)
  const lacking = !isBusy && !isConfirmed && !isShort && (isPoor || funds?.isBusy) ? funds : undefined
  const problem = failure ?? (isBusy || isConfirmed || isShort || !quote.refusal ? undefined : sayWhy(quote.refusal, words.why))
  const isWithoutEther = lacking?.isBusy === false && quote.refusal?.name === 'NoEtherForFee'
  const otherWay = isWithoutEther && typeof offersFunds === 'object' ? offersFunds : undefined

  const close = () => {
    onClose()
    if (isConfirmed && given) conclude(given, progress.outcome)
  }
  const finish = useEffectEvent(close)
  const isSaid = status?.severity === 'success'
  useEffect(() => {
    if (!isSaid) return
    const timer = setTimeout(finish, CONFIRMED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isSaid])

  const hasFailed = progress.at === 'refused' || (progress.at === 'done' && !isConfirmed)
  const refusedAt = quote.refusal && quote.refusedAt
  const refused = useEffectEvent(() => onRefused?.())
  useEffect(() => {
    if (hasFailed || refusedAt) refused()
  }, [hasFailed, refusedAt])

  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const give = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isConfirmed || isShort) return
    if (!command) return onIncomplete?.()
    if (otherWay) return otherWay.go()
    if (lacking) return lacking.isBusy || lacking.get()
    if (quote.refusal) return quote.askAgain()
    if (holds > 0 || !isFree()) return
    setGiven(command)
    const refusal = await run(command, async () => higher ?? quote.settled())
    if (!refusal) return
    if (isOpen.current) quote.askAgain()
    else notify(`${titleOf(command, nameOf)}. ${esCommands.failed} ${sayWhy(refusal, words.why)}`)
  }

  const canGive = !quote.refusal || quote.mayRetry
  const isReady = !isShort && holds === 0 && (command ? canGive : onIncomplete !== undefined)
  return (
    <Dialog title={words.title} onClose={close} onBack={isBusy || isConfirmed ? undefined : onBack}>
      <Stack
        component="form"
        noValidate
        autoComplete="off"
        spacing={SIGNING_GAP}
        onSubmit={give}
        onClickCapture={ignoreDoubleClick}
      >
        <HoldContext value={setHolds}>
          {children(
            [esCommands.fee, feeOf(fee, quote.refusal, command !== undefined && !isShort && !quote.isUnknown)],
            isBusy || isConfirmed ? given : undefined,
          )}
        </HoldContext>
        <DialogButtons>
          {/* Beside the buttons, which stay in view: what happened must not have to be looked for. */}
          {status && (
            <Notice severity={status.severity} role={status.role}>
              {status.text}
              {isBusy && (
                <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block', mt: 0.5 }}>
                  {esCommands.canClose}
                </Typography>
              )}
            </Notice>
          )}
          {problem && (
            <Notice severity={lacking ? 'warning' : 'error'} role="alert" isInView>
              {failure ? `${esCommands.failed} ${failure}` : problem}
            </Notice>
          )}
          {otherWay ? (
            <>
              <SubmitButton label={otherWay.label} busyLabel={esCommands.busy} isBusy={false} />
              <Button variant="outlined" size="large" onClick={lacking?.get}>
                {faucetWords.open}
              </Button>
            </>
          ) : lacking ? (
            <SubmitButton label={faucetWords.open} busyLabel={faucetWords.busy} isBusy={lacking.isBusy} />
          ) : words.submit === undefined ? null : (
            <SubmitButton
              label={isShort ? (words.short ?? words.submit) : problem && isReady ? es.retry : withRisen(words.submit, higher)}
              isChanged={higher !== undefined}
              busyLabel={esCommands.busy}
              isBusy={isBusy || isConfirmed}
              disabled={!isBusy && !isConfirmed && !isReady}
              color={color}
            />
          )}
          {isShort && funds && <FundsButton />}
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={close}>
            {isBusy || isConfirmed ? esCommands.goOn : words.leave}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function sayWhy(refusal: Refusal, why: Why = {}): string {
  return why[refusal.name] ?? whyRefused(refusal)
}

/** Its second half must not press what took the place of the button that was clicked, and which nobody has read. */
function ignoreDoubleClick(event: MouseEvent) {
  if (event.detail > 1 && event.target instanceof Element && event.target.closest('[type=submit]')) event.preventDefault()
}

function feeOf(fee: Wei | undefined, refusal: Refusal | undefined, isAsked: boolean): ReactNode {
  if (refusal || !isAsked) return esCommands.unknown
  if (fee !== undefined) return feeLine(fee)
  return <Skeleton width={140} aria-label={esCommands.asking} role="img" />
}
