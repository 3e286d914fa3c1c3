import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Command } from '../../commands/command.ts'
import { NOBODY, type Offer } from '../../loans/loan.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import type { Permit } from './signPermit.ts'

/** `value` in wei. */
export type Call = { to: Address; value: bigint; data: Hex }

/** The dollars that a command takes from the account. */
export function dollarsFor(command: Command): bigint {
  switch (command.kind) {
    case 'createOffer':
      return command.offer.principal
    case 'fundRequest':
      return command.request.principal
    case 'repay':
    case 'sendDollars':
      return command.amount
    case 'acceptOffer':
    case 'cancelOffer':
    case 'createRequest':
    case 'cancelRequest':
    case 'recordPayment':
    case 'extend':
    case 'forgive':
    case 'withdraw':
    case 'sendEther':
    case 'faucet':
    case 'annul':
      return 0n
  }
}

/** Those of them that the book takes, for which it needs an allowance. */
export function allowanceFor(command: Command): bigint {
  return command.kind === 'sendDollars' ? 0n : dollarsFor(command)
}

/** The ether that a command moves, in wei, its fee apart. */
export function etherFor(command: Command): bigint {
  return command.kind === 'sendEther' ? command.amount : 0n
}

export type Addresses = { account: Address; book: Address; token: Address }

/** The call of a command. One that needs an allowance needs a permit. */
export function callFor(command: Command, { account, book, token }: Addresses, permit: Permit | undefined): Call {
  const data = (): Hex => {
    switch (command.kind) {
      case 'createOffer': {
        const { borrower = NOBODY, note, openDays = 0 } = command.offer
        return encodeFunctionData({
          abi: loanBookAbi,
          functionName: 'createOfferWithPermit',
          args: [borrower, termsOf(command.offer), note, BigInt(openDays), ...partsOf(permit)],
        })
      }
      case 'repay':
        return encodeFunctionData({
          abi: loanBookAbi,
          functionName: 'repayWithPermit',
          args: [command.loan.id, command.loan.lender, command.amount, ...partsOf(permit)],
        })
      case 'acceptOffer': {
        // Not acceptOffer(id): after a reorganisation the id may belong to another offer.
        const { id, lender } = command.offer
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOfferAs', args: [id, lender, termsOf(command.offer)] })
      }
      case 'cancelOffer':
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'cancelOffer', args: [command.offer.id] })
      case 'createRequest': {
        const { lender = NOBODY, note, openDays } = command.request
        return encodeFunctionData({
          abi: loanBookAbi,
          functionName: 'createRequest',
          args: [lender, termsOf(command.request), note, BigInt(openDays)],
        })
      }
      case 'fundRequest': {
        const { id, borrower } = command.request
        return encodeFunctionData({
          abi: loanBookAbi,
          functionName: 'fundRequestWithPermit',
          args: [id, borrower, termsOf(command.request), ...partsOf(permit)],
        })
      }
      case 'cancelRequest':
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'cancelRequest', args: [command.request.id] })
      case 'recordPayment':
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'repay', args: [command.loan.id, command.amount] })
      case 'extend': {
        const { loan, extraTime } = command
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'extend', args: [loan.id, BigInt(extraTime)] })
      }
      case 'forgive':
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'forgive', args: [command.loan.id] })
      case 'withdraw':
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'withdraw' })
      case 'faucet':
        return encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' })
      case 'sendDollars':
        return encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [command.to, command.amount] })
      case 'sendEther':
      case 'annul':
        return '0x'
    }
  }
  return { to: targetOf(command, { account, book, token }), value: etherFor(command), data: data() }
}

function targetOf(command: Command, { account, book, token }: Addresses): Address {
  switch (command.kind) {
    case 'annul':
      return account
    case 'sendEther':
      return command.to
    case 'sendDollars':
    case 'faucet':
      return token
    default:
      return book
  }
}

type Terms = Pick<Offer, 'principal' | 'duration' | 'apr' | 'instalments'>

/** An outbox of the first version has commands without instalments. */
function termsOf({ principal, duration, apr, instalments = 1 }: Terms) {
  return { principal, duration: BigInt(duration), apr: BigInt(apr), instalments: BigInt(instalments) }
}

function partsOf(permit: Permit | undefined) {
  if (!permit) throw new Error('A command that moves dollars needs a permit')
  return [permit.deadline, permit.v, permit.r, permit.s] as const
}
