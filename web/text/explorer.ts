import { networkOf } from '../chains.ts'

/** The block explorer's page; undefined on a network without one. */
export function explorerUrl(chainId: number | undefined, kind: 'tx' | 'address', value: string): string | undefined {
  const explorer = networkOf(chainId)?.explorer
  return explorer && `${explorer}/${kind}/${value}`
}
