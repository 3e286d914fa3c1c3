// Code and words of the passkey button, fetched only where a passkey was set up. No React in it, so that the bundler does not
// split the code that every screen shares into smaller chunks.
import { mdiFingerprint } from '@mdi/js'

export { isThere, unlock } from '../../session/passkeyLogin.ts'
export { esPasskey } from '../../text/es/esPasskey.ts'
export const icon = mdiFingerprint
