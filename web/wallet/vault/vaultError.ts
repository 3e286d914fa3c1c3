/**
 * `damaged`: corrupt. `unsupported`: intact, but in an unknown format or with KDF parameters out of bounds.
 * `wrong-credentials`: intact, but PIN and password do not decrypt it.
 */
export type VaultProblem = 'wrong-credentials' | 'damaged' | 'unsupported'

export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly kind: VaultProblem

  constructor(kind: VaultProblem, message: string) {
    super(message)
    this.kind = kind
  }
}
