// Transactions of other accounts, sent without the page.
import { type Address, encodeFunctionData, getAddress, type Hex, type LocalAccount, zeroAddress } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import type { Deployment } from '../../devchain/deploy.ts'
import type { Chain } from '../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'
import { loanBookAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'

export type World = { chain: Pick<Chain, 'transport' | 'deployment'> }

type Terms = {
  principal: bigint
  seconds: number
  apr: number
  note: string
  to: Address | undefined
  instalments: number
  openDays: number
}

const DEFAULT_TERMS: Terms = {
  principal: 50n * DOLLAR,
  seconds: 30 * DAY,
  apr: 1000,
  note: '',
  to: undefined,
  instalments: 1,
  openDays: 0,
}

export function deploymentOf({ chain }: World): Deployment {
  if (!chain.deployment) throw new Error('There are no contracts on this chain.')
  return chain.deployment
}

/** Publishes an offer and returns its id. */
export async function publish(world: World, lender: LocalAccount, terms: Partial<Terms>): Promise<bigint> {
  const { principal, seconds, apr, note, to, instalments, openDays } = { ...DEFAULT_TERMS, ...terms }
  const { loanBook } = deploymentOf(world)
  const client = await fundApproved(world, lender, principal)
  const id = await readContract(client, { address: loanBook, abi: loanBookAbi, functionName: 'nextId' })
  const agreed = { principal, duration: BigInt(seconds), apr: BigInt(apr), instalments: BigInt(instalments) }
  const args = [to ?? zeroAddress, agreed, note, BigInt(openDays)] as const
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createOfferFor', args })
  await client.sendFrom(lender.address, { to: loanBook, data })
  return id
}

/** Asks for a loan and returns the request's id. */
export async function ask(world: World, borrower: LocalAccount, terms: Partial<Terms>): Promise<bigint> {
  const { principal, seconds, apr, note, to, instalments, openDays } = { ...DEFAULT_TERMS, ...terms }
  const { loanBook } = deploymentOf(world)
  const client = createChainClient(world.chain.transport)
  const id = await readContract(client, { address: loanBook, abi: loanBookAbi, functionName: 'nextId' })
  const agreed = { principal, duration: BigInt(seconds), apr: BigInt(apr), instalments: BigInt(instalments) }
  const args = [to ?? zeroAddress, agreed, note, BigInt(openDays)] as const
  await sendToBook(world, borrower, encodeFunctionData({ abi: loanBookAbi, functionName: 'createRequest', args }))
  return id
}

/** Funds a request as it stands in the contract. */
export async function fundRequest(world: World, lender: LocalAccount, id: bigint): Promise<void> {
  const loan = await loanOf(world, id)
  await fundApproved(world, lender, loan.principal)
  const { principal, duration, apr, instalments } = loan
  const args = [id, loan.borrower, { principal, duration, apr, instalments }] as const
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'fundRequest', args }))
}

export async function withdrawRequest(world: World, borrower: LocalAccount, id: bigint): Promise<void> {
  await sendToBook(world, borrower, encodeFunctionData({ abi: loanBookAbi, functionName: 'cancelRequest', args: [id] }))
}

export async function take(world: World, borrower: LocalAccount, id: bigint): Promise<void> {
  await sendToBook(world, borrower, encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [id] }))
}

export async function cancel(world: World, lender: LocalAccount, id: bigint): Promise<void> {
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'cancelOffer', args: [id] }))
}

/** Pays `amount`, by anyone but the lender; the contract caps it at what is owed. */
export async function pay(world: World, payer: LocalAccount, id: bigint, amount: bigint): Promise<void> {
  await fundApproved(world, payer, amount)
  await sendToBook(world, payer, encodeFunctionData({ abi: loanBookAbi, functionName: 'repay', args: [id, amount] }))
}

/** Notes a payment of the loan as it stands, received elsewhere in the newest block. */
export async function notePayment(world: World, lender: LocalAccount, id: bigint, amount: bigint): Promise<void> {
  const [{ borrower, noted }, { timestamp }] = await Promise.all([
    loanOf(world, id),
    getBlock(createChainClient(world.chain.transport)),
  ])
  const args = [id, borrower, amount, noted, timestamp] as const
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'recordPayment', args }))
}

/** Gives so many seconds more. */
export async function extend(world: World, lender: LocalAccount, id: bigint, seconds: number): Promise<void> {
  const { borrower, dueTs } = await loanOf(world, id)
  const args = [id, borrower, dueTs + BigInt(seconds)] as const
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'extend', args }))
}

/** Forgives what is owed now. */
export async function forgive(world: World, lender: LocalAccount, id: bigint): Promise<void> {
  const { borrower, owed } = await loanOf(world, id)
  const args = [id, borrower, owed] as const
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'forgive', args }))
}

/** The loan as it stands in the contract. */
export function loanOf(world: World, id: bigint) {
  const client = createChainClient(world.chain.transport)
  return readContract(client, { address: deploymentOf(world).loanBook, abi: loanBookAbi, functionName: 'summaryOf', args: [id] })
}

export async function sendToBook(world: World, account: LocalAccount, data: Hex): Promise<void> {
  await createChainClient(world.chain.transport).sendFrom(account.address, { to: deploymentOf(world).loanBook, data })
}

/** A transfer, outside of any loan. */
export async function sendDollars(world: World, from: LocalAccount, to: Address, amount: bigint): Promise<void> {
  const { dollar } = deploymentOf(world)
  const client = createChainClient(world.chain.transport)
  await client.setTokens(dollar, from.address, amount)
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [to, amount] })
  await client.sendFrom(from.address, { to: dollar, data })
}

/** Gives the account `amount` dollars, approved for the contract as if by a transaction. */
export async function fundApproved(world: World, { address }: LocalAccount, amount: bigint): Promise<TestClient> {
  const { dollar, loanBook } = deploymentOf(world)
  const client = createChainClient(world.chain.transport)
  await client.setTokens(dollar, address, amount)
  await client.setAllowance(dollar, address, loanBook, amount)
  return client
}

/** The same first and last four digits, and another address. */
export function lookAlikeOf(address: Address): Address {
  return getAddress(`${address.slice(0, 6)}${'5'.repeat(32)}${address.slice(-4)}`.toLowerCase())
}
