const SEPOLIA = 11155111

/** Where anyone can see it; nowhere for a network of one's own. */
export function explorerUrl(chainId: number | undefined, kind: 'tx' | 'address', value: string): string | undefined {
  return chainId === SEPOLIA ? `https://sepolia.etherscan.io/${kind}/${value}` : undefined
}
