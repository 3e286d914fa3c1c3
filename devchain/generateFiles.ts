import { fileURLToPath } from 'node:url'
import {
  type Abi,
  type Address,
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  createClient,
  domainSeparator,
  zeroAddress,
} from 'viem'
import { readContract, simulateContract } from 'viem/actions'
import { compile } from '../contracts/compile.ts'
import { openChain } from './chain.ts'
import { type Deployment, deploy } from './deploy.ts'
import { people } from './people.ts'
import { createTransactionSender } from './transactionSender.ts'

const CONTRACTS = ['LoanBook', 'LoanLens', 'TestDollar'] as const

const HEADER = '// Generated from the compiled contracts by `npm run abi`. Do not edit.\n'

/** The source files of the app that are made from the compiled contracts, by path. */
export async function generateFiles(): Promise<Map<string, string>> {
  const chain = await openChain({})
  try {
    const { transport } = chain
    const client = createClient({ transport })
    const deployment = await deploy(await createTransactionSender({ transport, account: people.deployer }))
    return new Map([
      [pathOf('../web/chain/abi.ts'), await abiSource(client, deployment)],
      [pathOf('../web/loans/limits.ts'), await limitsSource(client, deployment)],
    ])
  } finally {
    await chain.stop()
  }
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

async function abiOf(contract: (typeof CONTRACTS)[number]): Promise<Abi> {
  return (await compile())[`contracts/src/${contract}.sol`]?.[contract]?.abi ?? []
}

async function abiSource(client: Client, { chainId, dollar, loanBook, loanLens }: Deployment): Promise<string> {
  const abis = CONTRACTS.map(async (contract) => {
    const name = `${contract[0]?.toLowerCase()}${contract.slice(1)}Abi`
    // Without the names of Solidity's types, which only tools for Solidity read.
    const entries = (await abiOf(contract)).map(
      (entry) => `  ${JSON.stringify(entry, (key, value) => (key === 'internalType' ? undefined : value))},`,
    )
    return `export const ${name} = [\n${entries.join('\n')}\n] as const\n`
  })
  const { name, version } = await domainOf(client, dollar, chainId)
  return [
    HEADER,
    ...(await Promise.all(abis)),
    '/** On every chain where it is deployed with our own dollar: it follows from the bytes of both. */',
    `export const loanBookAddress = '${loanBook}'\n`,
    '/** The dollar of that book. */',
    `export const testDollarAddress = '${dollar}'\n`,
    '/** Of the EIP-712 domain that it takes permits for: fixed by its bytes too, so that no node is asked. */',
    `export const testDollarDomain = { name: '${name}', version: '${version}' } as const\n`,
    '/** Stateless, and the book is an argument: one deployment serves every book, at an address that follows from its bytes. */',
    `export const loanLensAddress = '${loanLens}'\n`,
  ].join('\n')
}

/** Checked against the token's own separator. The version, which it does not tell, is Solady's. */
async function domainOf(client: Client, address: Address, chainId: number) {
  const abi = await abiOf('TestDollar')
  const name = String(await readContract(client, { address, abi, functionName: 'name' }))
  const domain = { name, version: '1', chainId, verifyingContract: address }
  const separator = await readContract(client, { address, abi, functionName: 'DOMAIN_SEPARATOR' })
  if (domainSeparator({ domain }) !== separator) throw new Error(`${name} takes permits for another domain.`)
  return domain
}

/** The limits as the deployed bytecode has them: the upper ends from its constants, the lower ones by trying. */
async function limitsSource(client: Client, { loanBook: address, loanLens }: Deployment): Promise<string> {
  const abi = await abiOf('LoanBook')
  const constant = async (functionName: string) => BigInt(String(await readContract(client, { address, abi, functionName })))
  const lensAbi = await abiOf('LoanLens')
  const lensConstant = (functionName: string) => readContract(client, { address: loanLens, abi: lensAbi, functionName })
  const range = (field: string, min: bigint, max: bigint) => `  ${field}: { min: ${min}n, max: ${max}n },`
  const most = {
    principal: await constant('MAX_PRINCIPAL'),
    duration: await constant('MAX_DURATION'),
    apr: await constant('MAX_APR'),
    instalments: await constant('MAX_INSTALMENTS'),
  }
  /** From the least that is not refused to the most, the other terms being the most. */
  const rangeOf = async (field: keyof typeof most) => {
    let [low, high] = [0n, most[field]]
    while (low < high) {
      const middle = (low + high) / 2n
      const args = [zeroAddress, { ...most, [field]: middle }, '', 0n]
      const offer = simulateContract(client, { address, abi, functionName: 'createOfferFor', args })
      if ((await offer.catch(errorName)) === 'OutOfRange') low = middle + 1n
      else high = middle
    }
    return range(field, low, most[field])
  }

  return [
    HEADER,
    '/**',
    ' * Limits of the contract, both ends included: `principal` in millionths of a dollar, `duration` in seconds, `apr` in',
    ' * hundredths of a percent, `note` in bytes of UTF-8. `openDays` of 0: without an end.',
    ' */',
    'export const limits = {',
    await rangeOf('principal'),
    await rangeOf('duration'),
    await rangeOf('apr'),
    await rangeOf('instalments'),
    range('openDays', 0n, await constant('MAX_OPEN_DAYS')),
    range('note', 0n, await constant('MAX_COMMENT')),
    '} as const\n',
    '/** Loans of one of my lists: those that the dashboard brings whole, those in short, and those in short of one further call. */',
    `export const OWN_PAGE = ${await lensConstant('DASHBOARD_PAGE')}`,
    `export const OWN_ROWS = ${await lensConstant('DASHBOARD_ROWS')}`,
    `export const MAX_ROWS = ${await lensConstant('MAX_ROWS')}`,
    '/** In how many of the newest loans of a person the people on the other side are counted. */',
    `export const MAX_HISTORY = ${await lensConstant('MAX_HISTORY')}\n`,
  ].join('\n')
}

function errorName(error: unknown): string | undefined {
  const revert = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
}
