/** '0x70a9…79C8'. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The first 16 characters of a block's hash. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 16)}…`
}
