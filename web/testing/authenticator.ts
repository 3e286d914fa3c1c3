// Component tests with a passkey, on the authenticator that Chromium simulates.
import { cdp } from 'vitest/browser'
import { DEVICE_AUTHENTICATOR } from '../../e2e/support/authenticator.ts'

/** An authenticator of this device, until `removeAuthenticators`. */
export async function addAuthenticator({ hasPrf = true } = {}) {
  await cdp().send('WebAuthn.enable')
  const { authenticatorId } = await cdp().send('WebAuthn.addVirtualAuthenticator', {
    options: { ...DEVICE_AUTHENTICATOR, hasPrf },
  })
  return {
    /** Whether it recognises the person from now on. */
    verify: (isUserVerified: boolean) => cdp().send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

export const removeAuthenticators = () => cdp().send('WebAuthn.disable')
