// What other accounts sign for a link, and what they do with it, without the page.
import { encodeFunctionData, type LocalAccount } from 'viem'
import { getBlock, getChainId } from 'viem/actions'
import { createChainClient } from '../../devchain/testClient.ts'
import { createTransactionSender } from '../../devchain/transactionSender.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { requestOf, requestTypedData } from '../../web/chain/signed/typedData.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import type { SignedRequest } from '../../web/loans/signed.ts'
import { deploymentOf, type World } from './others.ts'

let lastNumber = 0n

/** Signs a request. Without `until` it counts for 30 days of the chain's clock. */
export async function askByLink(
  world: World,
  borrower: LocalAccount,
  asked: Partial<SignedRequest> = {},
): Promise<SignedRequest> {
  const client = createChainClient(world.chain.transport)
  const [{ timestamp }, chainId] = await Promise.all([getBlock(client), getChainId(client)])
  const request = {
    kind: 'request' as const,
    chainId,
    book: deploymentOf(world).loanBook,
    borrower: borrower.address,
    lender: undefined,
    principal: 120n * DOLLAR,
    apr: 1000,
    duration: 30 * DAY,
    instalments: 1,
    note: '',
    number: ++lastNumber,
    until: Number(timestamp) + 30 * DAY,
    ...asked,
  }
  return { ...request, signature: await borrower.signTypedData(requestTypedData(request)) }
}

/** Lends what a link asks for. */
export async function fundSigned(world: World, lender: LocalAccount, request: SignedRequest): Promise<void> {
  const { dollar, loanBook } = deploymentOf(world)
  const client = createChainClient(world.chain.transport)
  await client.setTokens(dollar, lender.address, request.principal)
  await client.setAllowance(dollar, lender.address, loanBook, request.principal)
  const { send } = await createTransactionSender({ transport: world.chain.transport, account: lender })
  const args = [requestOf(request), request.signature] as const
  await send({ to: loanBook, data: encodeFunctionData({ abi: loanBookAbi, functionName: 'fundSigned', args }) })
}

/** Voids what its signer signed. */
export async function voidSigned(world: World, signer: LocalAccount, { number }: SignedRequest): Promise<void> {
  const { send } = await createTransactionSender({ transport: world.chain.transport, account: signer })
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'voidSigned', args: [number] })
  await send({ to: deploymentOf(world).loanBook, data })
}
