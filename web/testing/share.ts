import { onTestFinished } from 'vitest'

/** Until the end of the test the browser has no share sheet. */
export function removeShareSheet(): void {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'share')
  if (!own) return
  Reflect.deleteProperty(Navigator.prototype, 'share')
  onTestFinished(() => void Object.defineProperty(Navigator.prototype, 'share', own))
}
