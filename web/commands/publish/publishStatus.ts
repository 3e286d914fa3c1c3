import type { Progress } from '../../chain/outbox/outbox.ts'
import { feeToAgree } from '../../chain/send/refusal.ts'
import type { ProposalKind } from '../../loans/loan.ts'
import { whyNotDone } from '../../text/commandStatus.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import type { StatusMessage } from '../../text/statusMessage.ts'
import { publishWords } from './words.ts'

// P2: green exactly where the offer or request is published, amber for everything else.
const SENT = waiting(publishWords.sent)
const CONFIRMED = waiting(publishWords.confirmed)
const PUBLISHED = { offer: published('offer'), request: published('request') }

/** The status above the publish form: every message so far, in the order in which they are shown. */
export function publishMessages(kind: ProposalKind, progress: Progress): readonly StatusMessage[] {
  switch (progress.at) {
    case 'idle':
    case 'preparing':
      return []
    case 'refused':
      // Nothing failed: the button shows the fee to agree to.
      return feeToAgree(progress.refusal) === undefined ? [failed(whyRefused(progress.refusal))] : []
    case 'kept':
      return [progress.problem ? amber(whyRefused(progress.problem)) : waiting(esCommands.kept)]
    case 'sent':
    case 'mined':
    case 'displaced':
      return [SENT]
    case 'done':
      return progress.outcome.kind === 'confirmed'
        ? [SENT, CONFIRMED, PUBLISHED[kind]]
        : [SENT, failed(whyNotDone(progress.outcome))]
  }
}

/** Why a request was not signed for a link, or not kept. There was no transaction that could have failed. */
export function notSignedMessage(problem: string): StatusMessage {
  return { text: problem, severity: 'warning', role: 'alert' }
}

function published(kind: ProposalKind): StatusMessage {
  return { text: publishWords[kind].published, severity: 'success', role: 'status' }
}

function waiting(text: string): StatusMessage {
  return { text, severity: 'waiting', role: 'status' }
}

function amber(text: string): StatusMessage {
  return { text, severity: 'warning', role: 'status' }
}

function failed(reason: string): StatusMessage {
  return { text: publishWords.failed + reason, severity: 'warning', role: 'alert' }
}
