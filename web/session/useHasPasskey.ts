import { useState } from 'react'
import { hasPasskey } from '../wallet/device/storage.ts'

/** Whether a passkey was set up on this device. Whether it still opens the vault is known only once it is asked. */
export function useHasPasskey(): boolean {
  return useState(hasPasskey)[0]
}
