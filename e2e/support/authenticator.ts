import type { Page } from '@playwright/test'

/** The authenticator that Chromium simulates: built into the device, and it recognises the person at once. */
export const DEVICE_AUTHENTICATOR = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** An authenticator of this device, as Chromium simulates it. */
export async function addAuthenticator(page: Page, { hasPrf = true } = {}) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...DEVICE_AUTHENTICATOR, hasPrf },
  })
  return {
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether it recognises the person from now on. */
    verify: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
