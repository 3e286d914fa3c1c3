import type { Outcome, Progress } from '../chain/outbox.ts'
import { esLoans } from './esLoans.ts'
import { whyRefused } from './esRefusals.ts'

const words = esLoans.publish

/** What there is to say of a publication so far, in the order in which it is said. */
export function publishMessages(progress: Progress): readonly string[] {
  switch (progress.at) {
    case 'idle':
    case 'preparing':
      return []
    case 'refused':
      return [words.failed + whyRefused(progress.refusal)]
    case 'sent':
    case 'mined':
    case 'displaced':
      return [words.sent]
    case 'done':
      return progress.outcome.kind === 'confirmed'
        ? [words.sent, words.confirmed, words.published]
        : [words.sent, words.failed + whyNotDone(progress.outcome)]
  }
}

/** Why something that was sent came to nothing. */
export function whyNotDone(outcome: Exclude<Outcome, { kind: 'confirmed' }>): string {
  return outcome.kind === 'reverted' ? whyRefused(outcome.refusal) : esLoans.outcome[outcome.kind]
}

/** How the status above the publish form looks and is read out. The word decides the colour, as the specification has it. */
export function publishStatus(message: string): { severity: 'success' | 'warning'; role: 'status' | 'alert' } {
  return {
    severity: message.includes('publicada') ? 'success' : 'warning',
    role: message.startsWith(words.failed) ? 'alert' : 'status',
  }
}
