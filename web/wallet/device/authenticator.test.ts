import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authenticator, canAuthenticate } from './authenticator.ts'

/** A browser's PublicKeyCredential, with what it says of itself. */
class FakeCredential {
  static hasOwn = true
  static prf: boolean | undefined = true
  static isUserVerifyingPlatformAuthenticatorAvailable = async () => FakeCredential.hasOwn
  static getClientCapabilities = async () => ({ 'extension:prf': FakeCredential.prf })
  readonly rawId = new Uint8Array(20).buffer
  readonly authenticatorAttachment: string | null
  constructor(attachment: string | null) {
    this.authenticatorAttachment = attachment
  }
  getClientExtensionResults = () => ({ prf: { enabled: true, results: { first: new Uint8Array(32).buffer } } })
}

const create = vi.fn<(options: CredentialCreationOptions) => Promise<FakeCredential>>()
const get = vi.fn<(options: CredentialRequestOptions) => Promise<FakeCredential>>()
const salt = new Uint8Array(32)

beforeEach(() => {
  Object.assign(FakeCredential, { hasOwn: true, prf: true })
  create.mockReset().mockResolvedValue(new FakeCredential('platform'))
  get.mockReset().mockResolvedValue(new FakeCredential('cross-platform'))
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('navigator', { credentials: { create, get } })
  vi.stubGlobal('location', { hostname: 'localhost' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('only this device’s own authenticator is asked for, and it must verify the person', async () => {
  await authenticator.create(salt)
  expect(create.mock.calls[0]?.[0].publicKey?.authenticatorSelection).toEqual({
    authenticatorAttachment: 'platform',
    userVerification: 'required',
    residentKey: 'discouraged',
  })
})

test('a USB key or a phone that answers all the same is not taken', async () => {
  create.mockResolvedValue(new FakeCredential('cross-platform'))
  await expect(authenticator.create(salt)).rejects.toMatchObject({ kind: 'unsupported' })
})

test('one that was set up before still opens, also on a USB key', async () => {
  const credentialId = new Uint8Array(20)
  expect(await authenticator.derive(credentialId, salt)).toEqual(new Uint8Array(32))
  expect(get.mock.calls[0]?.[0].publicKey?.allowCredentials).toEqual([{ type: 'public-key', id: credentialId }])
})

test.each([
  ['yes', 'an authenticator of its own with PRF', { hasOwn: true, prf: true }],
  ['perhaps', 'one that does not say whether it has PRF', { hasOwn: true, prf: undefined }],
  ['no', 'a browser without PRF', { hasOwn: true, prf: false }],
  ['no', 'no authenticator of its own', { hasOwn: false, prf: true }],
] as const)('%s: %s', async (answer, _, device) => {
  Object.assign(FakeCredential, device)
  expect(await canAuthenticate()).toBe(answer)
})

test.each(['127.0.0.1', '[::1]'])('no: at %s, which is no domain', async (hostname) => {
  vi.stubGlobal('location', { hostname })
  expect(await canAuthenticate()).toBe('no')
})
