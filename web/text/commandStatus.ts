import type { Outcome, Progress, Stage } from '../chain/outbox/outbox.ts'
import type { Refusal } from '../chain/send/refusal.ts'
import { esCommands } from './es/esCommands.ts'
import { esLoans } from './es/esLoans.ts'
import { whyRefused } from './es/esRefusals.ts'
import type { StatusMessage } from './statusMessage.ts'

/** The status of a command in its dialog: every message so far, in the order in which they are shown. */
export function commandMessages(progress: Progress): readonly StatusMessage[] {
  switch (progress.at) {
    case 'idle':
    case 'refused':
      return []
    case 'preparing':
      return [waiting(esCommands.preparing)]
    case 'kept':
      return [waiting(progress.problem ? whyRefused(progress.problem) : esCommands.kept)]
    case 'sent':
      return [waiting(progress.problem ? `${esCommands.sent}. ${whyRefused(progress.problem)}` : esCommands.sent)]
    case 'mined':
    case 'displaced':
      return [waiting(esCommands.sent)]
    case 'done':
      return progress.outcome.kind === 'confirmed' ? [waiting(esCommands.sent), CONFIRMED] : []
  }
}

const CONFIRMED: StatusMessage = { text: esCommands.confirmed, severity: 'success', role: 'status' }

function waiting(text: string): StatusMessage {
  return { text, severity: 'waiting', role: 'status' }
}

/** Why a command came to nothing, if it did. */
export function commandFailure(progress: Progress): string | undefined {
  if (progress.at === 'refused') return whyRefused(progress.refusal)
  if (progress.at === 'done' && progress.outcome.kind !== 'confirmed') return whyNotDone(progress.outcome)
  return undefined
}

/** Why a command that was sent came to nothing. */
export function whyNotDone(outcome: Exclude<Outcome, { kind: 'confirmed' }>): string {
  const sentence = esLoans.outcome[outcome.kind]
  if (outcome.kind === 'annulled') return `${sentence} ${esLoans.outcome.annulledFee}`
  return outcome.kind === 'reverted' ? `${whyRefused(outcome.refusal)} ${sentence}` : sentence
}

/** The stage of a pending command, in one line. */
export function stageLine(stage: Exclude<Stage, { at: 'done' }>, isAnnulling: boolean): string {
  switch (stage.at) {
    case 'kept':
      return stage.problem ? whyStuck(stage.problem) : esCommands.kept
    case 'sent':
      if (stage.problem) return whyStuck(stage.problem)
      return isAnnulling ? esCommands.pending.annulling : esCommands.pending.waiting
    case 'mined':
      return stage.problem ? whyStuck(stage.problem) : esCommands.pending.mined(stage.depth, stage.of)
    case 'displaced':
      return esCommands.pending.displaced
  }
}

/** Failure of a command that was signed: unlike a refusal it does not say that nothing was. */
function whyStuck(problem: Refusal): string {
  return problem.name === 'NodesDisagree' ? esCommands.pending.disputed(problem.args.join(', ')) : whyRefused(problem)
}
