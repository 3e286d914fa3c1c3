import { passkey } from '../wallet/vault/passkey.ts'

/** Fetched by /login where a passkey was set up. */
export const { isThere, unlock } = passkey
