import type { Outcome } from '../chain/outbox/outbox.ts'
import { whyNotDone } from '../text/commandStatus.ts'
import { esCommands } from '../text/es/esCommands.ts'
import { esEnded } from '../text/es/esEnded.ts'
import { esLoans } from '../text/es/esLoans.ts'
import { money } from '../text/format.ts'
import { acceptOffer } from './acceptOffer/words.ts'
import { annul } from './annul/words.ts'
import { cancelOffer } from './cancelOffer/words.ts'
import { cancelRequest } from './cancelRequest/words.ts'
import type { Command } from './command.ts'
import { type CommandWords, called, type Naming } from './commandWords.ts'
import { createOffer } from './createOffer/words.ts'
import { createRequest } from './createRequest/words.ts'
import { extend } from './extend/words.ts'
import { faucet } from './faucet/words.ts'
import { forgive } from './forgive/words.ts'
import { fundRequest } from './fundRequest/words.ts'
import { fundSigned } from './fundSigned/words.ts'
import { recordPayment } from './recordPayment/words.ts'
import { repay } from './repay/words.ts'
import { repaySigned } from './repaySigned/words.ts'
import type { LoanPayment } from './rules.ts'
import { sendDollars, sendEther } from './send/words.ts'
import { several } from './several/words.ts'
import { voidSigned } from './voidSigned/words.ts'
import { withdraw } from './withdraw/words.ts'

// Apart from the rules in command.ts: what is sent takes no words along.
const WORDS = {
  createOffer,
  acceptOffer,
  cancelOffer,
  createRequest,
  cancelRequest,
  fundRequest,
  fundSigned,
  repay,
  repaySigned,
  voidSigned,
  recordPayment,
  extend,
  forgive,
  several,
  withdraw,
  sendEther,
  sendDollars,
  faucet,
  annul,
} satisfies { [K in Command['kind']]: CommandWords<Extract<Command, { kind: K }>> }

function wordsOf({ kind }: Command): CommandWords<Command> {
  return WORDS[kind]
}

/** A command as the title of its row or notice. */
export function titleOf(command: Command, nameOf: Naming = () => undefined): string {
  return wordsOf(command).title(command, nameOf)
}

/** The chip on the card of a taken loan that a pending command is about; undefined: none. */
export function chipOf(command: Command): string | undefined {
  return wordsOf(command).onCard(command)
}

/** The notice for a command that is settled. */
export function outcomeNotice(command: Command, outcome: Outcome, nameOf: Naming = () => undefined): string {
  const title = titleOf(command, nameOf)
  if (outcome.kind === 'annulled') return `Anulaste: ${title}. ${esLoans.outcome.annulledFee}`
  if (outcome.kind !== 'confirmed') return `${title}. ${esCommands.failed} ${whyNotDone(outcome)}`
  return wordsOf(command).done(command, outcome.paid, nameOf)
}

/** The notice for the payment after which nothing is owed any more. */
export function endNotice({ loan, side }: Pick<LoanPayment, 'loan' | 'side'>, nameOf: Naming): string {
  const { lender, borrower, principal } = loan
  const { lent, borrowed, ofLoan } = esEnded
  const end = side === 'borrowed' ? borrowed(called(lender, nameOf)) : lent(called(borrower, nameOf))
  return `${end}${ofLoan(money(principal))}.`
}

/** The notice for a command that had ended, and is under way again. */
export function undoneNotice(command: Command, nameOf: Naming = () => undefined): string {
  return `${titleOf(command, nameOf)}. La dimos por terminada, pero la red ya no la tiene así: vuelve a estar en camino.`
}
