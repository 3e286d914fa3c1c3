// What the button of the passkey needs, fetched only where one was set up. No React in it, so that the bundler does not split
// what every screen shares into smaller chunks.
import { mdiFingerprint } from '@mdi/js'

export { isThere, unlock } from '../../session/passkeyLogin.ts'
export { esPasskey } from '../../text/es/esPasskey.ts'
export const icon = mdiFingerprint
