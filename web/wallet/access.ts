export type Credentials = { pin: string; password: string }

export type VisitOnlyReason = 'full' | 'blocked' | 'absent' | 'unreliable'

export type Unlocked = { kind: 'opened'; phrase: string; address: string; dataKey: CryptoKey }

export type Refused =
  | { kind: 'invalid' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'none' }
  | { kind: 'damaged' }
  | { kind: 'unsupported' }

export type Kept = { kind: 'kept'; dataKey: CryptoKey } | { kind: 'visit-only'; reason: VisitOnlyReason } | { kind: 'exists' }

export type VaultState = 'none' | 'present' | 'damaged' | 'unsupported'

/** All that the rest of the app needs of the vault. */
export type Access = {
  hasVault(): Promise<VaultState>
  /** Opens the vault. Repeated failures make it wait. */
  unlock(credentials: Credentials): Promise<Unlocked | Refused>
  /** Whether PIN and password are right, under the same throttle. */
  checkCredentials(credentials: Credentials): Promise<{ kind: 'right' } | Refused>
  /** Whole seconds until the next attempt is taken; 0: now. */
  waitLeft(): number
  /** Seals the phrase on this device. An existing vault, a damaged one too, is replaced only if told so. */
  keep(secret: Credentials & { phrase: string }, options?: { replace?: boolean }): Promise<Kept>
  /** Deletes the vault and the count of failures. */
  forgetDevice(): Promise<void>
}
