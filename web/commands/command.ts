import type { Address } from 'viem'
import { is, record } from '../chain/outbox/fields.ts'
import { type Addresses, behindPermit, type Call, type Permit } from '../chain/send/call.ts'
import type { Proposal, Side } from '../loans/loan.ts'
import { isSameSigned, type Signed } from '../loans/signed.ts'
import { type AcceptOffer, acceptOffer } from './acceptOffer/acceptOffer.ts'
import { type Annul, annul } from './annul/annul.ts'
import { type CancelOffer, cancelOffer } from './cancelOffer/cancelOffer.ts'
import { type CancelRequest, cancelRequest } from './cancelRequest/cancelRequest.ts'
import { type CreateOffer, createOffer } from './createOffer/createOffer.ts'
import { type CreateRequest, createRequest } from './createRequest/createRequest.ts'
import { type Extend, extend } from './extend/extend.ts'
import { type Faucet, faucet } from './faucet/faucet.ts'
import { type Forgive, forgive } from './forgive/forgive.ts'
import { type FundRequest, fundRequest } from './fundRequest/fundRequest.ts'
import { type FundSigned, fundSigned } from './fundSigned/fundSigned.ts'
import { type RecordPayment, recordPayment } from './recordPayment/recordPayment.ts'
import { type Repay, repay } from './repay/repay.ts'
import { type RepaySigned, repaySigned } from './repaySigned/repaySigned.ts'
import type { About, ActivityFilter, AgreedLoan, LoanPayment, Money, Rules, RulesOnSigned } from './rules.ts'
import { type SendDollars, type SendEther, sendDollars, sendEther } from './send/send.ts'
import { type Several, several } from './several/several.ts'
import { type VoidSigned, voidSigned } from './voidSigned/voidSigned.ts'
import { type Withdraw, withdraw } from './withdraw/withdraw.ts'

/**
 * Everything that a person can sign, a folder for each. A command carries the loan as it was shown, to be described in words
 * and compared with the chain before it is signed or sent again.
 */
export type Command =
  | CreateOffer
  | AcceptOffer
  | CancelOffer
  | CreateRequest
  | CancelRequest
  | FundRequest
  | FundSigned
  | Repay
  | RepaySigned
  | VoidSigned
  | RecordPayment
  | Extend
  | Forgive
  | Several
  | Withdraw
  | SendEther
  | SendDollars
  | Faucet
  | Annul

type Kind = Command['kind']

const RULES = {
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
} satisfies { [K in Kind]: Rules<Extract<Command, { kind: K }>> }

const KINDS = Object.keys(RULES) as Kind[]

function rulesOf({ kind }: Command): Rules<Command> {
  return RULES[kind]
}

function aboutLoan(command: Command): Extract<About<Command>, { a: 'loan' }> | undefined {
  const { about } = rulesOf(command)
  return about.a === 'loan' ? about : undefined
}

/** A key that is equal for equal commands. */
export function keyOf(command: Command): string {
  return JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** The commands that a command is made of, which is itself unless it is several. */
export function partsOf(command: Command): readonly [Command, ...Command[]] {
  return command.kind === 'several' ? command.parts : [command]
}

/** The loan that a command is about. */
export function loanOf(command: Command): AgreedLoan | undefined {
  return aboutLoan(command)?.loan(command)
}

/** The side of the loan that a command leads to, if it takes an offer or a request. */
export function sideTaken(command: Command): Side | undefined {
  return aboutLoan(command)?.takes
}

/** Whether the contract refuses it once the lender recorded another payment. */
export function statesNoted(command: Command): boolean {
  return aboutLoan(command)?.statesNoted ?? false
}

/** Whether a loan's card offers nothing else to pay or to ask for while this command on it is pending. */
export function closesLoan(command: Command): boolean {
  return aboutLoan(command)?.closes ?? false
}

/** The offer or request that a command publishes, under an id that it is given until it has its own. */
export function proposalOf(command: Command, id: bigint, me: Address, now: number): Proposal | undefined {
  const { about } = rulesOf(command)
  return about.a === 'proposal' ? { ...about.proposal(command, me, now), id, demo: false } : undefined
}

/** The recipient of what a command sends outside of any loan. */
export function recipientOf(command: Command): Address | undefined {
  const { about } = rulesOf(command)
  return about.a === 'person' ? about.recipient(command) : undefined
}

/** The payment of a loan that a command makes, collects or notes. */
export function paymentIn(command: Command): LoanPayment | undefined {
  return aboutLoan(command)?.payment(command)
}

type OnSigned = {
  [K in Kind]: (typeof RULES)[K] extends { signed(command: never): Signed } ? Extract<Command, { kind: K }> : never
}[Kind]

/** The one of these commands that uses or voids what somebody signed. */
export function commandOn(signed: Signed, commands: readonly Command[]): OnSigned | undefined {
  return commands.filter(isOnSigned).find((command) => isSameSigned(signedIn(command), signed))
}

function isOnSigned(command: Command): command is OnSigned {
  return 'signed' in RULES[command.kind]
}

function signedIn(command: OnSigned): Signed {
  const rules: RulesOnSigned<OnSigned> = RULES[command.kind]
  return rules.signed(command)
}

/** Whether it does nothing but use a nonce. */
export function isEmpty(command: Command): boolean {
  return rulesOf(command).isEmpty ?? false
}

/** Whether the dollar must have a faucet. */
export function needsFaucet(command: Command): boolean {
  return rulesOf(command).needsFaucet ?? false
}

/** Whether it withdraws all that the contract holds for the account. */
export function withdraws(command: Command): boolean {
  return rulesOf(command).withdraws ?? false
}

/** The filter of the activity that lists it. */
export function activityOf(command: Command): ActivityFilter {
  const { about } = rulesOf(command)
  if (about.a === 'account') return about.activity
  return about.a === 'person' ? 'transfers' : 'loans'
}

/** Money that a command takes from the account, its fee apart. */
export function moneyFor(command: Command): Money {
  return rulesOf(command).money(command)
}

/** One whose dollars the book takes needs a permit. */
export function callFor(command: Command, ours: Addresses, permit: Permit | undefined): Call {
  const { ether: value, permitted } = moneyFor(command)
  const call = rulesOf(command).call(command, ours)
  if (permitted === 0n) return { ...call, value }
  if (!permit) throw new Error('A command that moves dollars needs a permit')
  return { ...behindPermit(call, permitted, permit), value }
}

/** The version of the outbox that keeps every kind of command. */
export const COMMANDS_VERSION = Math.max(...Object.values(RULES).map(({ since }) => since))

/** A command of the outbox, validated field by field. */
export function decodeCommand(value: unknown): Command {
  const { kind } = record({ kind: is(...KINDS) })(value)
  // Cast: a kind's fields are those of its command.
  return { kind, ...record(RULES[kind].kept)(value) } as Command
}
