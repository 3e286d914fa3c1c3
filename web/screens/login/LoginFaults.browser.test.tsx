// Storage and memory that fail: the wallet opens all the same, or says what is wrong.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ana, keepDatabaseBusy, storeVault } from '../../testing/device.ts'
import { openApp } from '../../testing/mount.tsx'
import { alert, button, fillCredentials } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'
import { KDF_TODAY } from '../../wallet/vault/kdfParameters.ts'

beforeEach(async () => {
  await beginWorld()
  await storeVault()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a database that another tab keeps busy does not keep the wallet closed', { tags: 'long' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openApp('/login')
  await keepDatabaseBusy()
  await fillCredentials(ana)
  await button('Acceder').click()
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return location.pathname
    })
    .toBe('/dashboard')
  await expect.element(button('Bloquear')).toBeVisible()
})

test('without memory for the key it says so, and not that the password is wrong', async () => {
  vi.stubGlobal('Worker', undefined)
  vi.stubGlobal('WebAssembly', undefined)
  const construct = (target: Uint32ArrayConstructor, [length, ...rest]: unknown[]) => {
    if (typeof length === 'number' && length >= KDF_TODAY.memoryKiB * 256) throw new RangeError('Array buffer allocation failed')
    return Reflect.construct(target, [length, ...rest])
  }
  vi.stubGlobal('Uint32Array', new Proxy(Uint32Array, { construct }))
  openApp('/login')
  await fillCredentials(ana)
  await button('Acceder').click()
  await expect
    .element(alert())
    .toHaveTextContent(
      /^A este dispositivo no le alcanza la memoria\. Cierra otras pestañas o aplicaciones y vuelve a intentarlo\.$/,
    )
})
