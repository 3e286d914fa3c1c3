import { type Address, type Client, concat, getContractAddress, type Hex, numberToHex, pad, size, zeroHash } from 'viem'
import { estimateGas, getCode, getTransactionReceipt } from 'viem/actions'
import { type Contracts, compile } from '../contracts/compile.ts'
import type { TransactionSender } from './transactionSender.ts'

export type Deployment = { chainId: number; dollar: Address; loanBook: Address; loanLens: Address }

/** `block`: in which the book was deployed just now; undefined if it was there already. */
type Deployed = Deployment & { block: number | undefined }

/** One of our contracts: its CREATE2 address, and the calldata for the factory that deploys it there. */
export type Part = { name: 'dollar' | 'loanBook' | 'loanLens'; address: Address; data: Hex }

// The deterministic deployment proxy: a CREATE2 factory that has the same address on nearly every chain, the embedded one
// included. An address depends on the bytecode alone, so deploying twice finds the contract already there.
export const CREATE2_FACTORY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Idempotent: deploys those of our contracts that are not on the chain yet. */
export async function deploy(sender: TransactionSender): Promise<Deployed> {
  const parts = await partsToDeploy()
  let block: number | undefined
  for (const { name, address, data } of parts) {
    if (await isDeployed(sender, address)) continue
    const hash = await sender.send({ to: CREATE2_FACTORY, data })
    if (!(await isDeployed(sender, address))) throw new Error(`${name} is not at ${address} after transaction ${hash}.`)
    if (name === 'loanBook') block = Number((await getTransactionReceipt(sender.client, { hash })).blockNumber)
  }
  const [dollar, loanBook, loanLens] = parts
  return { chainId: sender.chainId, dollar: dollar.address, loanBook: loanBook.address, loanLens: loanLens.address, block }
}

/** The most gas that deploying these parts takes, of which only the book needs a predecessor: the dollar. */
export async function gasToDeploy(client: Client, parts: readonly Part[]): Promise<bigint> {
  const lens = parts.filter(({ name }) => name === 'loanLens')
  const others = parts.filter(({ name }) => name !== 'loanLens')
  const groups = [lens, others].filter((group) => group.length > 0)
  const estimates = groups.map((group) => estimateGas(client, { data: constructorFor(group) }))
  return (await Promise.all(estimates)).reduce((sum, gas) => sum + gas, 0n)
}

const CALL_BYTES = 47

/**
 * A constructor, in hand-written EVM bytecode, that calls the factory for each part in turn. A node that runs it can estimate a
 * part whose predecessor is not deployed yet.
 */
function constructorFor(parts: readonly Part[]): Hex {
  const hex = (value: number, bytes: number) => numberToHex(value, { size: bytes }).slice(2)
  const codeBytes = parts.length * CALL_BYTES + 1
  const calls = parts.map(({ data }, index) => {
    const start = parts.slice(0, index).reduce((sum, before) => sum + size(before.data), codeBytes)
    const length = hex(size(data), 3)
    const next = hex((index + 1) * CALL_BYTES - 1, 2)
    const copy = `62${length}62${hex(start, 3)}5f39` // CODECOPY the calldata
    const call = `5f5f62${length}5f5f73${CREATE2_FACTORY.slice(2)}5af1` // CALL the factory
    return `${copy}${call}61${next}57fe5b` // INVALID unless it succeeded
  })
  return concat([`0x${calls.join('')}00`, ...parts.map(({ data }) => data)])
}

let parts: Promise<[Part, Part, Part]> | undefined

/** In deployment order: the book's constructor takes the dollar's address. Hashed once for a process. */
export function partsToDeploy(): Promise<[Part, Part, Part]> {
  parts ??= compile().then(partsOf)
  return parts
}

/** In deployment order, of other bytecode than that of contracts/src. */
export function partsOf(contracts: Contracts): [Part, Part, Part] {
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
  return { name, address, data: concat([zeroHash, bytecode]) }
}
