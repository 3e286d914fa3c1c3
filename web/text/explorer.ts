import { networkOf } from '../chains.ts'

/** Where anyone can see it; nowhere for a network of one's own. */
export function explorerUrl(chainId: number | undefined, kind: 'tx' | 'address', value: string): string | undefined {
  const explorer = networkOf(chainId)?.explorer
  return explorer && `${explorer}/${kind}/${value}`
}
