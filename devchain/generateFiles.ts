import { fileURLToPath } from 'node:url'
import { type Abi, BaseError, ContractFunctionRevertedError, createClient } from 'viem'
import { readContract, simulateContract } from 'viem/actions'
import { compile } from '../contracts/compile.ts'
import { openChain } from './chain.ts'
import { deploy, partsToDeploy } from './deploy.ts'
import { people } from './people.ts'
import { createTransactionSender } from './transactionSender.ts'

const CONTRACTS = ['LoanBook', 'LoanLens', 'TestDollar'] as const

const HEADER = '// Generated from the compiled contracts by `npm run abi`. Do not edit.\n'

/** The source files of the app that are made from the compiled contracts, by path. */
export async function generateFiles(): Promise<Map<string, string>> {
  return new Map([
    [pathOf('../web/chain/abi.ts'), await abiSource()],
    [pathOf('../web/loans/limits.ts'), await limitsSource()],
  ])
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

async function abiOf(contract: (typeof CONTRACTS)[number]): Promise<Abi> {
  return (await compile())[`contracts/src/${contract}.sol`]?.[contract]?.abi ?? []
}

async function abiSource(): Promise<string> {
  const abis = CONTRACTS.map(async (contract) => {
    const name = `${contract[0]?.toLowerCase()}${contract.slice(1)}Abi`
    // Without the names of Solidity's types, which only tools for Solidity read.
    const entries = (await abiOf(contract)).map(
      (entry) => `  ${JSON.stringify(entry, (key, value) => (key === 'internalType' ? undefined : value))},`,
    )
    return `export const ${name} = [\n${entries.join('\n')}\n] as const\n`
  })
  const [, loanBook, loanLens] = await partsToDeploy()
  return [
    HEADER,
    ...(await Promise.all(abis)),
    '/** On every chain where it is deployed with our own dollar: it follows from the bytes of both. */',
    `export const loanBookAddress = '${loanBook.address}'\n`,
    '/** Stateless, and the book is an argument: one deployment serves every book, at an address that follows from its bytes. */',
    `export const loanLensAddress = '${loanLens.address}'\n`,
  ].join('\n')
}

/** The limits as the deployed bytecode has them: read from its constants, and found by trying zero. */
async function limitsSource(): Promise<string> {
  const abi = await abiOf('LoanBook')
  const chain = await openChain({})
  try {
    const client = createClient({ transport: chain.transport })
    const { loanBook: address, loanLens } = await deploy(
      await createTransactionSender({ transport: chain.transport, account: people.deployer }),
    )

    const constant = (functionName: string) => readContract(client, { address, abi, functionName })
    const lensAbi = await abiOf('LoanLens')
    const lensConstant = (functionName: string) => readContract(client, { address: loanLens, abi: lensAbi, functionName })
    const range = (field: string, min: bigint, max: unknown) => `  ${field}: { min: ${min}n, max: ${max}n },`
    const least = async (terms: readonly bigint[], refusal: string) => {
      const offer = simulateContract(client, { address, abi, functionName: 'createOffer', args: [...terms, ''] })
      return (await offer.catch(errorName)) === refusal ? 1n : 0n
    }

    return [
      HEADER,
      '/**',
      ' * Limits of the contract, both ends included: `principal` in millionths of a dollar, `duration` in seconds, `apr` in',
      ' * hundredths of a percent, `note` in bytes of UTF-8. `openDays` of 0: without an end.',
      ' */',
      'export const limits = {',
      range('principal', await least([0n, 1n, 1n], 'PrincipalOutOfRange'), await constant('MAX_PRINCIPAL')),
      range('duration', await least([1n, 0n, 1n], 'DurationOutOfRange'), await constant('MAX_DURATION')),
      range('apr', await least([1n, 1n, 0n], 'AprOutOfRange'), await constant('MAX_APR')),
      range('instalments', 1n, await constant('MAX_INSTALMENTS')),
      range('openDays', 0n, await constant('MAX_OPEN_DAYS')),
      range('note', 0n, await constant('MAX_COMMENT')),
      '} as const\n',
      '/** Of one of my own lists: how many loans the dashboard brings whole and in short, and how many in short one further call. */',
      `export const OWN_PAGE = ${await lensConstant('DASHBOARD_PAGE')}`,
      `export const OWN_ROWS = ${await lensConstant('DASHBOARD_ROWS')}`,
      `export const MAX_ROWS = ${await lensConstant('MAX_ROWS')}\n`,
    ].join('\n')
  } finally {
    await chain.stop()
  }
}

function errorName(error: unknown): string | undefined {
  const revert = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
}
