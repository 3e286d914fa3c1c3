import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Command } from '../loans/command.ts'
import { NOBODY } from '../loans/loan.ts'
import { loanBookAbi, testDollarAbi } from './abi.ts'
import type { Permit } from './signPermit.ts'

export type Call = { to: Address; data: Hex }

/** The dollars that a command takes from the account, which the book needs an allowance for. */
export function dollarsFor(command: Command): bigint {
  switch (command.kind) {
    case 'createOffer':
      return command.offer.principal
    case 'repay':
      return command.amount
    case 'acceptOffer':
    case 'cancelOffer':
    case 'withdraw':
    case 'faucet':
      return 0n
  }
}

/** The contract call of a command. */
export function callFor(command: Command, book: Address, token: Address, permit: Permit | undefined): Call {
  const data = (): Hex => {
    switch (command.kind) {
      case 'createOffer': {
        const { borrower = NOBODY, principal, duration, apr, note } = command.offer
        const terms = [borrower, principal, BigInt(duration), BigInt(apr), note] as const
        return encodeFunctionData({
          abi: loanBookAbi,
          functionName: 'createOfferWithPermit',
          args: [...terms, ...partsOf(permit)],
        })
      }
      case 'repay':
        return encodeFunctionData({
          abi: loanBookAbi,
          functionName: 'repayWithPermit',
          args: [command.loan.id, command.amount, ...partsOf(permit)],
        })
      case 'acceptOffer':
      case 'cancelOffer':
        return encodeFunctionData({ abi: loanBookAbi, functionName: command.kind, args: [command.offer.id] })
      case 'withdraw':
        return encodeFunctionData({ abi: loanBookAbi, functionName: 'withdraw' })
      case 'faucet':
        return encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' })
    }
  }
  return { to: command.kind === 'faucet' ? token : book, data: data() }
}

function partsOf(permit: Permit | undefined) {
  if (!permit) throw new Error('A command that moves dollars needs a permit')
  return [permit.deadline, permit.v, permit.r, permit.s] as const
}
