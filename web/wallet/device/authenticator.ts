import { type Bytes, randomBytes } from '../vault/bytes.ts'

/** A passkey: WebAuthn with the PRF extension, which derives the same secret from the same salt each time. */
export type Authenticator = {
  /** Creates a credential, and derives its secret. The signal closes the prompt. */
  create(salt: Bytes, signal?: AbortSignal): Promise<{ credentialId: Bytes; secret: Bytes }>
  derive(credentialId: Bytes, salt: Bytes, signal?: AbortSignal): Promise<Bytes>
}

export class AuthenticatorError extends Error {
  override readonly name = 'AuthenticatorError'
  /**
   * `refused`: cancelled, timed out or not verified; the browser does not say which. `unsupported`: it has no PRF, or is not
   * this device's own.
   */
  readonly kind: 'refused' | 'unsupported'

  constructor(kind: 'refused' | 'unsupported', cause?: unknown) {
    super(`The authenticator: ${kind}`, { cause })
    this.kind = kind
  }
}

const PRODUCT = 'EntrePares'
/** ES256, EdDSA, RS256. The signature itself is not used. */
const ALGORITHMS = [-7, -8, -257]
const TIMEOUT_MS = 120_000
const SECRET_BYTES = 32

/** `no`: this device has no authenticator of its own, or the browser cannot use it. `perhaps`: only trying tells whether it has PRF. */
export async function canAuthenticate(): Promise<'yes' | 'perhaps' | 'no'> {
  // A site is known by its domain: the browser refuses an IP address.
  if (!globalThis.PublicKeyCredential || /^[\d.]+$|^\[/.test(location.hostname)) return 'no'
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))) return 'no'
  const can = await PublicKeyCredential.getClientCapabilities?.().catch(() => undefined)
  if (can?.['extension:prf'] === false) return 'no'
  return can?.['extension:prf'] ? 'yes' : 'perhaps'
}

export const authenticator: Authenticator = {
  create: async (salt, signal) => {
    const credential = await ask(() =>
      navigator.credentials.create({
        ...(signal && { signal }),
        publicKey: {
          rp: { name: PRODUCT },
          user: { id: randomBytes(16), name: PRODUCT, displayName: PRODUCT },
          challenge: randomBytes(32),
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          // Not a USB key or a phone, which somebody could bring along and take away.
          authenticatorSelection: {
            authenticatorAttachment: 'platform',
            userVerification: 'required',
            residentKey: 'discouraged',
          },
          timeout: TIMEOUT_MS,
          extensions: { prf: { eval: { first: salt } } },
        },
      }),
    )
    const credentialId = new Uint8Array(credential.rawId)
    const { prf } = credential.getClientExtensionResults()
    if (!prf?.enabled || credential.authenticatorAttachment === 'cross-platform') throw new AuthenticatorError('unsupported')
    // Some derive the secret only when they are asked a second time.
    return { credentialId, secret: secretIn(credential) ?? (await authenticator.derive(credentialId, salt, signal)) }
  },

  derive: async (credentialId, salt, signal) => {
    const credential = await ask(() =>
      navigator.credentials.get({
        ...(signal && { signal }),
        publicKey: {
          challenge: randomBytes(32),
          allowCredentials: [{ type: 'public-key', id: credentialId }],
          userVerification: 'required',
          timeout: TIMEOUT_MS,
          extensions: { prf: { eval: { first: salt } } },
        },
      }),
    )
    const secret = secretIn(credential)
    if (!secret) throw new AuthenticatorError('unsupported')
    return secret
  },
}

async function ask(prompt: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null
  try {
    credential = await prompt()
  } catch (error) {
    throw new AuthenticatorError('refused', error)
  }
  if (!(credential instanceof PublicKeyCredential)) throw new AuthenticatorError('refused')
  return credential
}

function secretIn(credential: PublicKeyCredential): Bytes | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!(first instanceof ArrayBuffer) || first.byteLength !== SECRET_BYTES) return undefined
  return new Uint8Array(first)
}
