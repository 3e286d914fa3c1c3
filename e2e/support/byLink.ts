// Links that other accounts sign, and what becomes of them, without the page.
import { encodeFunctionData, type LocalAccount } from 'viem'
import { getBlock } from 'viem/actions'
import { createChainClient } from '../../devchain/testClient.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { paymentOf, paymentTypedData, requestOf, requestTypedData } from '../../web/chain/signed/typedData.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import type { Signed, SignedPayment, SignedRequest } from '../../web/loans/signed.ts'
import { deploymentOf, fundApproved, loanOf, sendToBook, type World } from './others.ts'

/** Asks by link: 50 dollars for 30 days at 10 %, of anyone. `seconds`: for how long it counts, by the chain's clock. */
export async function askByLink(
  world: World,
  borrower: LocalAccount,
  { seconds = 30 * DAY, ...asked }: Partial<SignedRequest> & { seconds?: number } = {},
): Promise<SignedRequest> {
  const request = {
    kind: 'request' as const,
    lender: undefined,
    principal: 50n * DOLLAR,
    apr: 1000,
    duration: 30 * DAY,
    instalments: 1,
    note: '',
    ...(await boundTo(world, borrower, seconds)),
    ...asked,
  }
  return { ...request, signature: await borrower.signTypedData(requestTypedData(request)) }
}

/** Pays a loan by link. */
export async function payByLink(
  world: World,
  borrower: LocalAccount,
  id: bigint,
  amount: bigint,
  seconds = 7 * DAY,
): Promise<SignedPayment> {
  const { lender } = await loanOf(world, id)
  const payment = { kind: 'payment' as const, loanId: id, lender, amount, ...(await boundTo(world, borrower, seconds)) }
  const { dollar, chainId } = deploymentOf(world)
  const domain = { name: 'Test Dollar', version: '1', chainId, verifyingContract: dollar }
  return { ...payment, signature: await borrower.signTypedData(paymentTypedData(payment, domain)) }
}

let lastNumber = 0n

async function boundTo(world: World, { address: borrower }: LocalAccount, seconds: number) {
  const { loanBook: book, chainId } = deploymentOf(world)
  const { timestamp } = await getBlock(createChainClient(world.chain.transport))
  return { book, chainId, borrower, number: ++lastNumber, until: Number(timestamp) + seconds }
}

/** Lends what a link asks for. */
export async function fundByLink(world: World, lender: LocalAccount, request: SignedRequest): Promise<void> {
  await fundApproved(world, lender, request.principal)
  const args = [requestOf(request), request.signature] as const
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'fundSigned', args }))
}

/** Collects the payment of a link. */
export async function collect(world: World, lender: LocalAccount, payment: SignedPayment): Promise<void> {
  const args = [paymentOf(payment), payment.signature] as const
  await sendToBook(world, lender, encodeFunctionData({ abi: loanBookAbi, functionName: 'repaySigned', args }))
}

/** Takes back what was signed. */
export async function takeBack(world: World, signer: LocalAccount, { number }: Signed): Promise<void> {
  await sendToBook(world, signer, encodeFunctionData({ abi: loanBookAbi, functionName: 'voidSigned', args: [number] }))
}
