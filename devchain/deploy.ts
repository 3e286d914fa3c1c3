import { type Address, concat, getContractAddress, type Hex, pad, zeroHash } from 'viem'
import { getCode } from 'viem/actions'
import { compile } from '../contracts/compile.ts'
import type { TransactionSender } from './transactionSender.ts'

export type Deployment = { chainId: number; dollar: Address; loanBook: Address; loanLens: Address }

/** One contract of ours: where it goes, and what has to be sent to bring it there. */
export type Part = { name: 'dollar' | 'loanBook' | 'loanLens'; address: Address; data: Hex }

// A contract that stands at this address on nearly every chain, the embedded one included, and deploys what it is sent. What it
// deploys gets an address that follows from its bytes: to deploy again is to find it there.
export const DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Puts our contracts on a chain, or finds them there. */
export async function deploy(sender: TransactionSender): Promise<Deployment> {
  const parts = await partsToDeploy()
  for (const { name, address, data } of parts) {
    if (await isThere(sender, address)) continue
    const hash = await sender.send({ to: DEPLOYER, data })
    if (!(await isThere(sender, address))) throw new Error(`${name} is not at ${address} after transaction ${hash}.`)
  }
  const [dollar, loanBook, loanLens] = parts
  return { chainId: sender.chainId, dollar: dollar.address, loanBook: loanBook.address, loanLens: loanLens.address }
}

/** In the order in which they need each other. */
export async function partsToDeploy(): Promise<[Part, Part, Part]> {
  const contracts = await compile()
  const creationCode = (name: string): Hex => `0x${contracts[`contracts/src/${name}.sol`]?.[name]?.evm.bytecode.object ?? ''}`
  const dollar = part('dollar', creationCode('TestDollar'))
  const bookCode = concat([creationCode('LoanBook'), pad(dollar.address)])
  return [dollar, part('loanBook', bookCode), part('loanLens', creationCode('LoanLens'))]
}

export async function isThere({ client }: TransactionSender, address: Address): Promise<boolean> {
  return (await getCode(client, { address })) !== undefined
}

function part(name: Part['name'], bytecode: Hex): Part {
  const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt: zeroHash, bytecode })
  return { name, address, data: concat([zeroHash, bytecode]) }
}
