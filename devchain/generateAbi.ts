import { fileURLToPath } from 'node:url'
import { compile } from '../contracts/compile.ts'
import { partsToDeploy } from './deploy.ts'

const CONTRACTS = ['LoanBook', 'LoanLens', 'TestDollar']

export const abiFile = fileURLToPath(new URL('../web/chain/abi.ts', import.meta.url))

/** The source of web/chain/abi.ts, from what was compiled. */
export async function generateAbi(): Promise<string> {
  const contracts = await compile()
  const abis = CONTRACTS.map((contract) => {
    const abi = contracts[`contracts/src/${contract}.sol`]?.[contract]?.abi ?? []
    const name = `${contract[0]?.toLowerCase()}${contract.slice(1)}Abi`
    const entries = abi.map((entry) => `  ${JSON.stringify(entry)},`)
    return `export const ${name} = [\n${entries.join('\n')}\n] as const\n`
  })
  const [, , loanLens] = await partsToDeploy()
  return [
    '// Generated from the compiled contracts by `npm run abi`. Do not edit.\n',
    ...abis,
    '/** The lens holds nothing and takes the book as an argument: it is the same one for all, at an address that follows\n * from its bytes. */',
    `export const loanLensAddress = '${loanLens.address}'\n`,
  ].join('\n')
}
