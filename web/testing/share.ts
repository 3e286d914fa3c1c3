import { onTestFinished } from 'vitest'

/** Until the end of the test the browser has no share sheet. */
export function removeShareSheet(): void {
  restoreAtTheEnd()
  Reflect.deleteProperty(Navigator.prototype, 'share')
}

/** Until the end of the test the browser has a share sheet. Returns what is shared. */
export function provideShareSheet(): ShareData[] {
  restoreAtTheEnd()
  const shared: ShareData[] = []
  const share = async (data: ShareData) => void shared.push(data)
  Object.defineProperty(Navigator.prototype, 'share', { configurable: true, value: share })
  return shared
}

function restoreAtTheEnd(): void {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'share')
  onTestFinished(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    if (own) Object.defineProperty(Navigator.prototype, 'share', own)
  })
}
