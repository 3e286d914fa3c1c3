import { createRequire } from 'node:module'
import type { ArtifactId } from '@nomicfoundation/edr'
import type { AbiFunction } from 'viem'
import type { Contract, Contracts } from '../compile.ts'

const { version: solcVersion } = createRequire(import.meta.url)('solc/package.json')

/** A contract with tests. */
export type Suite = { id: ArtifactId; tests: AbiFunction[] }

/** All suites that have tests whose `Contract.function` is wanted, with those tests. */
export function findSuites(contracts: Contracts, isWanted: (test: string) => boolean = () => true): Suite[] {
  const suites = listContracts(contracts)
    .filter(({ id, contract }) => id.source.startsWith('contracts/test/') && contract.evm.bytecode.object !== '')
    .map(({ id, contract }) => ({ id, tests: testsOf(contract).filter(({ name }) => isWanted(`${id.name}.${name}`)) }))
    .filter(({ tests }) => tests.length > 0)
  const names = suites.map(({ id }) => id.name)
  const twin = names.find((name, i) => names.indexOf(name) !== i)
  if (twin) throw new Error(`Two contracts with tests are called ${twin}.`)
  return suites
}

export function listContracts(contracts: Contracts): { id: ArtifactId; contract: Contract }[] {
  return Object.entries(contracts).flatMap(([source, inFile]) =>
    // EDR uses the compiler's version to tell contracts with equal names apart; ours all have the same.
    Object.entries(inFile).map(([name, contract]) => ({ id: { name, source, solcVersion }, contract })),
  )
}

function testsOf({ abi }: Contract): AbiFunction[] {
  return abi.filter((part) => part.type === 'function').filter(isTest)
}

export function isTest(part: { type: string; name?: string }): boolean {
  return part.type === 'function' && /^(test|invariant)/.test(part.name ?? '')
}
