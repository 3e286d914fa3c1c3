import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { confirmPhraseSaved, expectDashboard, passQuiz, readPhrase } from '../testing/access.ts'
import { ana, storeVault } from '../testing/device.ts'
import { openApp } from '../testing/mount.tsx'
import { button, dialog, title } from '../testing/screen.ts'
import {
  expectGone,
  expectLogin,
  logIn,
  openSettings,
  openStoredWallet,
  passTime,
  said,
  settings,
} from '../testing/vaultSteps.ts'
import { beginWorld } from '../testing/world.ts'

const MINUTE_MS = 60_000

beforeEach(async () => {
  await beginWorld()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('nothing locks while someone writes the words down, and the quiz starts the clock', { tags: 'long' }, async () => {
  openApp('/login')
  await logIn(ana)
  const phrase = await readPhrase()
  passTime(45 * MINUTE_MS)
  await expect.element(title('Tu frase semilla')).toBeVisible()
  await confirmPhraseSaved()
  passTime(45 * MINUTE_MS)
  await passQuiz(phrase)
  await expectDashboard()
  passTime(4.5 * MINUTE_MS)
  await expectDashboard()
  passTime(0.6 * MINUTE_MS)
  await expectLogin()
})

test('whoever comes back to /seed after locking is told that these words are not those of the wallet on this device', async () => {
  await storeVault()
  openApp('/seed')
  const warning = page.getByRole('status').filter({ hasText: 'Ya hay una billetera guardada en este dispositivo.' })
  await expect.element(warning).toHaveTextContent('Estas palabras no son las suyas: son de otra, nueva y vacía.')
  await button('Entrar a la guardada', warning).click()
  await expectLogin()
})

test('the time until it locks counts at once, in every tab, and is remembered: each of the choices', {
  tags: 'long',
}, async () => {
  await openStoredWallet()
  for (const [time, minutes] of [
    ['15 minutos', 15],
    ['60 minutos', 60],
    ['5 minutos', 5],
    ['1 minuto', 1],
  ] as const) {
    await openSettings()
    await button('Bloqueo automático', settings()).click()
    await page.getByRole('radio', { name: time, exact: true }).click()
    await button('Listo', dialog()).click()
    await expect.element(button('Bloqueo automático', settings())).toHaveAccessibleDescription(time)
    await button('Cerrar', settings()).click()
    await expectGone(settings())

    passTime((minutes - 0.2) * MINUTE_MS)
    await expectDashboard()
    passTime(0.3 * MINUTE_MS)
    await expectLogin()
    await expect.element(said()).toHaveTextContent('Se bloqueó por inactividad.')
    await logIn(ana)
    await expectDashboard()
  }
  // Remembered: the last choice, after unlocking.
  passTime(1.1 * MINUTE_MS)
  await expectLogin()
})
