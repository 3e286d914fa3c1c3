import { type Address, concat, getContractAddress, type Hex, pad, size, zeroHash } from 'viem'
import { getCode, getTransactionReceipt } from 'viem/actions'
import { type Contracts, compile } from '../contracts/compile.ts'
import type { TransactionSender } from './transactionSender.ts'

export type Deployment = { chainId: number; dollar: Address; loanBook: Address; loanLens: Address }

/** `block`: in which the book was deployed just now; undefined if it was there already. */
type Deployed = Deployment & { block: number | undefined }

/** One of our contracts: its CREATE2 address, the calldata for the factory that deploys it there, and the gas limit for that. */
export type Part = { name: 'dollar' | 'loanBook' | 'loanLens'; address: Address; data: Hex; gas: bigint }

// Gas limits from the size instead of eth_estimateGas, which fails for a contract whose predecessor is not deployed yet. A byte
// costs 16 gas as calldata and 200 as deployed code, and a little as memory.
const GAS_PER_BYTE = 240n
const GAS_PER_CONTRACT = 100_000n

// The deterministic deployment proxy: a CREATE2 factory that has the same address on nearly every chain, the embedded one
// included. An address depends on the bytecode alone, so deploying twice finds the contract already there.
export const CREATE2_FACTORY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Idempotent: deploys those of our contracts that are not on the chain yet. */
export async function deploy(sender: TransactionSender): Promise<Deployed> {
  const parts = await partsToDeploy()
  let block: number | undefined
  for (const { name, address, data, gas } of parts) {
    if (await isDeployed(sender, address)) continue
    const hash = await sender.send({ to: CREATE2_FACTORY, data, gas })
    if (!(await isDeployed(sender, address))) throw new Error(`${name} is not at ${address} after transaction ${hash}.`)
    if (name === 'loanBook') block = Number((await getTransactionReceipt(sender.client, { hash })).blockNumber)
  }
  const [dollar, loanBook, loanLens] = parts
  return { chainId: sender.chainId, dollar: dollar.address, loanBook: loanBook.address, loanLens: loanLens.address, block }
}

let parts: Promise<[Part, Part, Part]> | undefined

/** In deployment order: the book's constructor takes the dollar's address. Hashed once for a process. */
export function partsToDeploy(): Promise<[Part, Part, Part]> {
  parts ??= findParts()
  return parts
}

async function findParts(): Promise<[Part, Part, Part]> {
  const contracts = await compile()
  const dollar = part('dollar', creationCode(contracts, 'TestDollar'))
  return [dollar, bookOf(contracts, dollar.address), part('loanLens', creationCode(contracts, 'LoanLens'))]
}

/** The book of a dollar. */
export function bookOf(contracts: Contracts, dollar: Address): Part {
  return part('loanBook', concat([creationCode(contracts, 'LoanBook'), pad(dollar)]))
}

function creationCode(contracts: Contracts, name: string): Hex {
  return `0x${contracts[`contracts/src/${name}.sol`]?.[name]?.evm.bytecode.object ?? ''}`
}

export async function isDeployed({ client }: Pick<TransactionSender, 'client'>, address: Address): Promise<boolean> {
  return (await getCode(client, { address })) !== undefined
}

function part(name: Part['name'], bytecode: Hex): Part {
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_FACTORY, salt: zeroHash, bytecode })
  const data = concat([zeroHash, bytecode])
  return { name, address, data, gas: BigInt(size(data)) * GAS_PER_BYTE + GAS_PER_CONTRACT }
}
