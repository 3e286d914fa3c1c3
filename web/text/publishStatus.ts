import type { Outcome, Progress } from '../chain/send/outbox.ts'
import type { Refusal } from '../chain/send/refusal.ts'
import type { ProposalKind } from '../loans/loan.ts'
import { esCommands } from './es/esCommands.ts'
import { esLoans } from './es/esLoans.ts'
import { esPublish } from './es/esPublish.ts'
import { whyRefused } from './es/esRefusals.ts'
import type { StatusMessage } from './statusMessage.ts'

const words = esPublish

// P2: green exactly where the offer or request is published, amber for everything else.
const SENT = waiting(words.sent)
const CONFIRMED = waiting(words.confirmed)
const PUBLISHED = { offer: published('offer'), request: published('request') }

/** The status above the publish form: every message so far, in the order in which they are shown. */
export function publishMessages(kind: ProposalKind, progress: Progress): readonly StatusMessage[] {
  switch (progress.at) {
    case 'idle':
    case 'preparing':
      return []
    case 'refused':
      return [isAboutFee(progress.refusal) ? amber(whyRefused(progress.refusal)) : failed(whyRefused(progress.refusal))]
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

/** Nothing failed: the person only has to agree to a fee. */
function isAboutFee({ name }: Refusal): boolean {
  return name === 'FeeRose' || name === 'FeeUnseen'
}

function published(kind: ProposalKind): StatusMessage {
  return { text: words[kind].published, severity: 'success', role: 'status' }
}

function waiting(text: string): StatusMessage {
  return { text, severity: 'waiting', role: 'status' }
}

function amber(text: string): StatusMessage {
  return { text, severity: 'warning', role: 'status' }
}

function failed(reason: string): StatusMessage {
  return { text: words.failed + reason, severity: 'warning', role: 'alert' }
}

/** Why a command that was sent came to nothing. */
export function whyNotDone(outcome: Exclude<Outcome, { kind: 'confirmed' }>): string {
  const sentence = esLoans.outcome[outcome.kind]
  return outcome.kind === 'reverted' ? `${whyRefused(outcome.refusal)} ${sentence}` : sentence
}
