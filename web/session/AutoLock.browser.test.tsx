import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TEST_PHRASE } from '../../devchain/people.ts'
import {
  allowClipboard,
  confirmPhraseSaved,
  expectDashboard,
  nextDocument,
  passQuiz,
  readPhrase,
  visitAnew,
} from '../testing/access.ts'
import { ana, anasVault, storeVault } from '../testing/device.ts'
import { openApp } from '../testing/mount.tsx'
import { button, dialog, section } from '../testing/screen.ts'
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

test('allows 15 minutes to write the words down, and the dashboard the time in Ajustes', { tags: 'long' }, async () => {
  openApp('/login')
  await logIn(ana)
  const phrase = await readPhrase()
  passTime(14.8 * MINUTE_MS)
  await confirmPhraseSaved()
  passTime(14.8 * MINUTE_MS)
  await passQuiz(phrase)
  await expectDashboard()
  passTime(4.5 * MINUTE_MS)
  await expectDashboard()
  passTime(0.6 * MINUTE_MS)
  await expectLogin()
})

test.each(['/seed', '/seed/confirm'])('locks %s after 15 minutes, with nothing of the words on the page', async (path) => {
  openApp('/seed')
  const phrase = await readPhrase()
  if (path === '/seed/confirm') await confirmPhraseSaved()
  const next = nextDocument()
  passTime(15.1 * MINUTE_MS)
  expectNothingShown(phrase)
  visitAnew(await next)
  await expectLogin()
  await expect.element(said()).toHaveTextContent('No terminaste de confirmar tu frase semilla')
})

test('locks the import of a phrase after 15 minutes, with nothing of what was typed', async () => {
  openApp('/seed')
  await button('Ya tengo una frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).fill(TEST_PHRASE)
  passTime(15.1 * MINUTE_MS)
  expect(document.querySelector('textarea')).toBeNull()
  await expectLogin()
})

describe('the event that finds the wallet overdue', () => {
  test('clears the screen before it ends, also dialogs and notices, and its key sends nothing', async () => {
    await openStoredWallet()
    await button('Enviar', section('Tu cuenta')).click()
    await expect.element(dialog()).toBeVisible()
    const pressed = vi.fn()
    dialog().element().addEventListener('keydown', pressed, { capture: true })
    const next = nextDocument()
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS)
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    const isAllowed = dialog().element().dispatchEvent(key)
    expectNothingShown(anasVault.phrase)
    expect(document.querySelector('[role=dialog], button')).toBeNull()
    expect(isAllowed).toBe(false)
    expect(pressed).not.toHaveBeenCalled()
    expect(await next).toBe('/login')
  })

  test('leaves the page although the clipboard never answers', async () => {
    await allowClipboard('read', 'write')
    openApp('/seed')
    await readPhrase()
    await button('Copiar').click()
    await expect.element(page.getByText('Copiado')).toBeVisible()
    vi.spyOn(navigator.clipboard, 'readText').mockReturnValue(new Promise(() => {}))
    const next = nextDocument()
    const before = performance.now()
    passTime(15.1 * MINUTE_MS)
    await next
    expect(performance.now() - before).toBeLessThan(1_500)
  })
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

/** Neither words nor anything else that can be read or pressed. */
function expectNothingShown(phrase: string) {
  const shown = document.getElementById('root')?.textContent ?? ''
  expect(shown).toBe('La página tarda en cargar. Si no avanza, recárgala.')
  for (const word of phrase.split(' ')) expect(document.body.textContent.split(/\s+/)).not.toContain(word)
}
