// What a person signs in the app, hashed by viem, is what the contracts check: they hash it themselves.
import {
  ContractFunctionRevertedError,
  encodeAbiParameters,
  encodeFunctionData,
  hashTypedData,
  keccak256,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { getBlock, simulateContract } from 'viem/actions'
import { expect, test } from 'vitest'
import { createTransactionSender } from '../../../devchain/transactionSender.ts'
import { fundRequest, ask as requestOf } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { ana, book, client, dollar, dollarsOf, eva, faucet, luis, newest, withSenders, world } from '../send/senders.testing.ts'

withSenders()

const uints = (...names: string[]) => names.map((name) => ({ name, type: 'uint256' }))
const addresses = (...names: string[]) => names.map((name) => ({ name, type: 'address' }))

const RequestType = [
  ...addresses('borrower', 'lender'),
  ...uints('principal', 'duration', 'apr', 'instalments'),
  { name: 'comment', type: 'string' },
  ...uints('number', 'deadline'),
]
const PaymentType = [
  ...addresses('from', 'to'),
  ...uints('value', 'validAfter', 'validBefore'),
  { name: 'nonce', type: 'bytes32' },
]

const domainOf = (name: string, verifyingContract: `0x${string}`) => ({ name, version: '1', chainId: 31337, verifyingContract })

/** Rejects with the name of the contract's refusal. */
async function simulate(functionName: 'fundSigned' | 'repaySigned', args: never) {
  const call = { address: book(), abi: [...loanBookAbi, ...testDollarAbi], functionName, args, account: ana.address } as never
  await simulateContract(client, call).catch((error) => {
    throw error.walk((cause: unknown) => cause instanceof ContractFunctionRevertedError).data.errorName
  })
}

test('a request that viem signs is funded by whoever has it, and no other is', async () => {
  const terms = { principal: 120n * DOLLAR, duration: BigInt(90 * DAY), apr: 1000n, instalments: 3n }
  const deadline = (await getBlock(client)).timestamp + 3600n
  const rest = {
    borrower: luis.address,
    lender: zeroAddress,
    comment: 'Para la moto: ¡gracias!',
    number: 2n ** 255n + 7n,
    deadline,
  }
  const typed = {
    domain: domainOf('EntrePares', book()),
    types: { Request: RequestType },
    primaryType: 'Request',
    message: { ...rest, ...terms },
  } as const
  const signature = await luis.signTypedData(typed)
  expect(await luis.sign({ hash: hashTypedData(typed) })).toBe(signature)
  const request = { ...rest, terms }

  await faucet(ana)
  const { send } = await createTransactionSender({ transport: world().chain.transport, account: ana })
  await send({
    to: dollar(),
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [book(), 120n * DOLLAR] }),
  })
  for (const other of [
    { ...request, comment: 'Para la moto: gracias' },
    { ...request, terms: { ...terms, apr: 1001n } },
    { ...request, number: 7n },
  ]) {
    await expect(simulate('fundSigned', [other, signature] as never)).rejects.toBe('InvalidSignature')
  }
  await send({
    to: book(),
    data: encodeFunctionData({ abi: loanBookAbi, functionName: 'fundSigned', args: [request, signature] }),
  })
  expect(await newest()).toMatchObject({
    status: 'active',
    lender: ana.address,
    borrower: luis.address,
    principal: 120n * DOLLAR,
    instalments: 3,
    note: rest.comment,
  })
  await expect(simulate('fundSigned', [request, signature] as never)).rejects.toBe('NumberSpent')
})

test('a payment that viem signs is collected for the loan that it names, and for no other', async () => {
  const id = await requestOf(world(), luis, { principal: 50n * DOLLAR })
  await fundRequest(world(), ana, id)
  const second = await requestOf(world(), luis, { principal: 50n * DOLLAR })
  await fundRequest(world(), ana, second)
  const validBefore = (await getBlock(client)).timestamp + 3600n
  const number = 2n ** 255n + 8n
  const nonce = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, address, address, uint256'), [id, ana.address, luis.address, number]),
  )
  const typed = {
    domain: domainOf('Test Dollar', dollar()),
    types: { ReceiveWithAuthorization: PaymentType },
    primaryType: 'ReceiveWithAuthorization',
    message: { from: luis.address, to: book(), value: 20n * DOLLAR, validAfter: 0n, validBefore, nonce },
  } as const
  const signature = await luis.signTypedData(typed)
  const payment = {
    id,
    lender: ana.address,
    borrower: luis.address,
    payer: luis.address,
    amount: 20n * DOLLAR,
    number,
    validBefore,
  }

  for (const other of [
    { ...payment, id: second },
    { ...payment, amount: 21n * DOLLAR },
    { ...payment, number: 8n },
  ]) {
    await expect(simulate('repaySigned', [other, signature] as never)).rejects.toBe('InvalidAuthorization')
  }
  const before = await dollarsOf(ana)
  const { send } = await createTransactionSender({ transport: world().chain.transport, account: eva })
  await send({
    to: book(),
    data: encodeFunctionData({ abi: loanBookAbi, functionName: 'repaySigned', args: [payment, signature] }),
  })
  expect(await dollarsOf(ana)).toBe(before + 20n * DOLLAR)
  expect(await newest(id)).toMatchObject({ status: 'active', repaid: 20n * DOLLAR })
  await expect(simulate('repaySigned', [payment, signature] as never)).rejects.toBe('AuthorizationSpent')
})
