/**
 * `damaged`: the record is not what was written. `unsupported`: whole, but of a format or at a cost that this version does
 * not take on. `wrong-credentials`: whole, and the key drawn from PIN and password does not open it.
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
