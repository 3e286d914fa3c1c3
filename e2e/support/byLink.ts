// What other accounts sign for somebody else to send, and send of it, without the page.
import { encodeFunctionData, type LocalAccount } from 'viem'
import { getBlock, getChainId, readContract } from 'viem/actions'
import { createChainClient } from '../../devchain/testClient.ts'
import { createTransactionSender } from '../../devchain/transactionSender.ts'
import { loanBookAbi, testDollarAbi } from '../../web/chain/abi.ts'
import { paymentOf, paymentTypedData, requestOf, requestTypedData } from '../../web/chain/signed/typedData.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import type { Signed, SignedPayment, SignedRequest } from '../../web/loans/signed.ts'
import { deploymentOf, type World } from './others.ts'

let lastNumber = 0n

/** What every signature of this world is bound to, for a week. */
async function boundIn(world: World, borrower: LocalAccount) {
  const client = createChainClient(world.chain.transport)
  const [{ timestamp }, chainId] = await Promise.all([getBlock(client), getChainId(client)])
  const until = Number(timestamp) + 7 * DAY
  return { chainId, book: deploymentOf(world).loanBook, borrower: borrower.address, number: ++lastNumber, until }
}

/** Asks by link: 50 dollars for 30 days at 10 %, of anyone. */
export async function askByLink(world: World, borrower: LocalAccount, changes: Partial<SignedRequest> = {}) {
  const terms = { principal: 50n * DOLLAR, apr: 1000, duration: 30 * DAY, instalments: 1, note: '', lender: undefined }
  const request = { kind: 'request' as const, ...(await boundIn(world, borrower)), ...terms, ...changes }
  return { ...request, signature: await borrower.signTypedData(requestTypedData(request)) }
}

/** Pays a loan by link. */
export async function payByLink(world: World, borrower: LocalAccount, loanId: bigint, amount: bigint): Promise<SignedPayment> {
  const client = createChainClient(world.chain.transport)
  const { loanBook, dollar } = deploymentOf(world)
  const { lender } = await readContract(client, {
    address: loanBook,
    abi: loanBookAbi,
    functionName: 'summaryOf',
    args: [loanId],
  })
  const payment = { kind: 'payment' as const, ...(await boundIn(world, borrower)), loanId, lender, amount }
  const name = await readContract(client, { address: dollar, abi: testDollarAbi, functionName: 'name' })
  const domain = { name, version: '1', chainId: payment.chainId, verifyingContract: dollar }
  return { ...payment, signature: await borrower.signTypedData(paymentTypedData(payment, domain)) }
}

/** Lends what was asked for by link. */
export async function fundByLink(world: World, lender: LocalAccount, request: SignedRequest): Promise<void> {
  const { dollar, loanBook } = deploymentOf(world)
  const client = createChainClient(world.chain.transport)
  await client.setTokens(dollar, lender.address, request.principal)
  await client.setAllowance(dollar, lender.address, loanBook, request.principal)
  await sendToBook(world, lender, 'fundSigned', [requestOf(request), request.signature])
}

/** Collects a payment. */
export async function collect(world: World, lender: LocalAccount, payment: SignedPayment): Promise<void> {
  await sendToBook(world, lender, 'repaySigned', [paymentOf(payment), payment.signature])
}

/** Takes back what was signed. */
export async function takeBack(world: World, borrower: LocalAccount, { number }: Signed): Promise<void> {
  await sendToBook(world, borrower, 'voidSigned', [number])
}

async function sendToBook(world: World, account: LocalAccount, functionName: string, args: readonly unknown[]): Promise<void> {
  const { send } = await createTransactionSender({ transport: world.chain.transport, account })
  const data = encodeFunctionData({ abi: loanBookAbi, functionName, args } as never)
  await send({ to: deploymentOf(world).loanBook, data })
}
