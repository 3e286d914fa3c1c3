import { type Address, bytesToBigInt, zeroHash } from 'viem'
import type { Command } from '../../commands/command.ts'
import { type ActiveLoan, DAY } from '../../loans/loan.ts'
import type { SignedPayment, SignedRequest } from '../../loans/signed.ts'
import type { Dollars } from '../../loans/units.ts'
import { randomBytes } from '../../wallet/vault/bytes.ts'
import { testDollarAbi } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { clockFor, earlier } from '../node/deviceClock.ts'
import { addresses, assertPossible, type Deployment, readAgreed } from '../send/prepare.ts'
import { asRefused, Refused } from '../send/refusal.ts'
import type { Signer } from '../send/signer.ts'
import type { SigningState } from '../send/signingState.ts'
import { orNone } from '../token/orNone.ts'
import { tokenDomain } from '../token/tokenDomain.ts'
import { paymentTypedData, requestTypedData, type UnsignedPayment, type UnsignedRequest } from './typedData.ts'

/** Terms of a request by link. `days`: for how long it counts. */
export type Asked = Pick<SignedRequest, 'principal' | 'apr' | 'duration' | 'instalments' | 'note' | 'lender'> & { days: number }

/** Signs a request. Rejects with a Refused: then nothing was signed. */
export async function signRequest({ days, ...terms }: Asked, signer: Signer, deployment: Deployment): Promise<SignedRequest> {
  try {
    const command: Command = { kind: 'createRequest', request: { ...terms, openDays: days } }
    const state = await readAgreed(signer.address, deployment, command)
    const request: UnsignedRequest = { kind: 'request', ...terms, ...bound(signer, deployment, state, days) }
    return { ...request, signature: await signer.signTypedData(requestTypedData(request)) }
  } catch (error) {
    throw asRefused(error)
  }
}

/** Signs a payment of a loan of one's own, after the checks of a payment that is sent. Rejects with a Refused. */
export async function signPayment(
  { loan, amount, days }: { loan: ActiveLoan; amount: Dollars; days: number },
  signer: Signer,
  deployment: Deployment,
): Promise<SignedPayment> {
  try {
    const command: Command = { kind: 'repay', loan, amount }
    const state = await readAgreed(signer.address, deployment, command)
    assertPossible(command, addresses(signer.address, deployment, state), state)
    await assertAuthorizations(state.token, signer.address)
    const domain = await tokenDomain(state.token, deployment.chainId)
    const { id: loanId, lender } = loan
    const payment: UnsignedPayment = { kind: 'payment', loanId, lender, amount, ...bound(signer, deployment, state, days) }
    return { ...payment, signature: await signer.signTypedData(paymentTypedData(payment, domain)) }
  } catch (error) {
    throw asRefused(error)
  }
}

const NUMBER_BYTES = 16

function bound(signer: Signer, { book, chainId }: Deployment, { timestamp }: SigningState, days: number) {
  const number = bytesToBigInt(randomBytes(NUMBER_BYTES))
  const until = Number(earlier(timestamp, clockFor(chainId, timestamp))) + days * DAY
  return { book, chainId, borrower: signer.address, number, until }
}

/** EIP-3009, which not every token has. */
async function assertAuthorizations(token: Address, payer: Address): Promise<void> {
  const args = [payer, zeroHash] as const
  const state = readContract(client, { address: token, abi: testDollarAbi, functionName: 'authorizationState', args })
  if ((await orNone(state)) === undefined) throw new Refused('NoPaymentsByLink')
}
