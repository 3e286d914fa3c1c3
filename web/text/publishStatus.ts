import type { Outcome, Progress } from '../chain/outbox.ts'
import { esLoans } from './esLoans.ts'
import { whyRefused } from './esRefusals.ts'
import type { StatusMessage } from './statusMessage.ts'

const words = esLoans.publish

// P2: green exactly where the offer is published, amber for everything else.
const SENT: StatusMessage = { text: words.sent, severity: 'warning', role: 'status' }
const CONFIRMED: StatusMessage = { text: words.confirmed, severity: 'warning', role: 'status' }
const PUBLISHED: StatusMessage = { text: words.published, severity: 'success', role: 'status' }

/** The status above the publish form: every message so far, in the order in which they are shown. */
export function publishMessages(progress: Progress): readonly StatusMessage[] {
  switch (progress.at) {
    case 'idle':
    case 'preparing':
      return []
    case 'refused':
      return [failed(whyRefused(progress.refusal))]
    case 'sent':
    case 'mined':
    case 'displaced':
      return [SENT]
    case 'done':
      return progress.outcome.kind === 'confirmed' ? [SENT, CONFIRMED, PUBLISHED] : [SENT, failed(whyNotDone(progress.outcome))]
  }
}

function failed(reason: string): StatusMessage {
  return { text: words.failed + reason, severity: 'warning', role: 'alert' }
}

/** Why a command that was sent came to nothing. */
export function whyNotDone(outcome: Exclude<Outcome, { kind: 'confirmed' }>): string {
  return outcome.kind === 'reverted' ? whyRefused(outcome.refusal) : esLoans.outcome[outcome.kind]
}
