// A wallet of this visit, or a phrase that was not confirmed yet, is in memory alone: none is lost without a question or a word.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { confirmPhraseSaved, expectDashboard, importPhrase, openLoginWithVault, readPhrase } from '../testing/access.ts'
import { ana, lockElsewhere, luis } from '../testing/device.ts'
import { asksBeforeLeaving, departures, openApp, openDashboard, reload } from '../testing/mount.tsx'
import { button, dialog, exactly, fillCredentials, title } from '../testing/screen.ts'
import {
  createVisitWallet,
  expectGone,
  expectLogin,
  expectNothingSaid,
  forThisVisit,
  goBack,
  lock,
  logIn,
  openImported,
  openStoredWallet,
  passTime,
  said,
} from '../testing/vaultSteps.ts'
import { beginWorld } from '../testing/world.ts'

const AUTO_LOCK_MS = 5 * 60_000
const RESTORE = 'Para volver a entrar, restáurala con tu frase semilla.'
const NEW_WORDS = 'Se generó una frase nueva: las palabras que anotaste antes ya no sirven.'

beforeEach(async () => {
  await beginWorld()
})
afterEach(() => {
  vi.useRealTimers()
})

test('Bloquear asks before it closes a wallet of this visit, which can be kept instead', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  const question = dialog('¿Cerrar esta billetera?')
  await button('Bloquear').click()
  await expect.element(question).toHaveTextContent('solo para esta visita')
  await button('Seguir en el panel', question).click()
  await expectGone(question)
  await expectDashboard()
  await expect.element(button('Bloquear')).toHaveFocus()

  await button('Bloquear').click()
  await button('Guardar en este dispositivo', question).click()
  const keep = dialog('Guardar en este dispositivo')
  await fillCredentials(luis, keep)
  await button('Guardar', keep).click()
  await expectGone(keep)
  await expectGone(forThisVisit())

  await lock()
  await expectNothingSaid()
  await logIn(luis)
  await expectDashboard()
})

test('Cerrar sin guardar closes it, and /login has nothing to explain', async () => {
  await openDashboard(TEST_PHRASE)
  await button('Bloquear').click()
  await button('Cerrar sin guardar', dialog()).click()
  await expectLogin()
  await expectNothingSaid()
  expect(departures).toEqual([false])
  openApp('/dashboard')
  await expectLogin()
})

test('a wallet of this visit that closed itself is explained on /login, which leads to the import', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await openDashboard(TEST_PHRASE)
  expect(asksBeforeLeaving()).toBe(true)
  passTime(AUTO_LOCK_MS + 1_000)
  await expectLogin()
  // The browser's question would hold up the lock until someone answers it.
  expect(departures).toEqual([false])
  await expect.element(said()).toHaveTextContent(exactly(`Tu billetera de esta visita se cerró por inactividad. ${RESTORE}`))
  reload()
  await expect.element(said()).toHaveTextContent('por inactividad')

  await button('Restaurar con frase semilla').click()
  await expect.element(title('Ya tengo una frase semilla')).toBeVisible()
})

test('a kept wallet that locked itself says why; one that was locked with Bloquear does not', {
  tags: 'long',
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await openStoredWallet()
  passTime(AUTO_LOCK_MS + 1_000)
  await expectLogin()
  await expect.element(said()).toHaveTextContent(exactly('Se bloqueó por inactividad.'))

  await logIn(ana)
  await expectDashboard()
  await lock()
  await expectNothingSaid()

  await logIn(ana)
  await expectDashboard()
  lockElsewhere()
  await expectLogin()
  await expectNothingSaid()
})

test('Bloquear in another tab closes the wallet of this visit too, and this tab says so', async () => {
  await openDashboard(TEST_PHRASE)
  lockElsewhere()
  await expectLogin()
  await expect
    .element(said())
    .toHaveTextContent(exactly(`Tu billetera de esta visita se cerró al bloquear en otra pestaña. ${RESTORE}`))
})

test('the back button never drops a wallet of this visit: the dashboard stays, and another page is asked about', {
  tags: 'long',
}, async () => {
  await createVisitWallet()
  for (const _ of ['/seed/confirm', '/seed']) {
    await goBack()
    await expect.poll(() => location.pathname).toBe('/dashboard')
    await expectDashboard()
  }
  expect(asksBeforeLeaving()).toBe(true)
  await expect.element(forThisVisit()).toBeVisible()
})

test('a kept wallet is left without a question', async () => {
  await openStoredWallet()
  expect(reload()).toBe(false)
  await expectLogin()
  await expectNothingSaid()
})

test('R6 words that nobody has seen are replaced without a question or a word', async () => {
  openApp('/seed')
  await button('Obtener último bloque').click()
  expect(reload()).toBe(false)
  await expect.element(button('Mostrar palabras')).toBeVisible()
  expect(said().elements()).toHaveLength(0)
})

test('words that were noted are void after going back to /login and in again, and the page says so', {
  tags: 'long',
}, async () => {
  openApp('/login')
  await logIn(ana)
  const first = await readPhrase()
  await goBack()
  await expectLogin()
  await logIn(ana)
  await expect.element(said()).toHaveTextContent(exactly(NEW_WORDS))
  expect(await readPhrase()).not.toBe(first)
})

test('a phrase that was typed in is not called void by a reload: it has to be typed again', async () => {
  openApp('/seed')
  await importPhrase(TEST_PHRASE)
  await confirmPhraseSaved()
  expect(reload()).toBe(true)
  await expect
    .element(said())
    .toHaveTextContent(
      exactly('Estas palabras son nuevas, no las que escribiste. Las tuyas siguen siendo válidas: escríbelas de nuevo.'),
    )
  expect(location.pathname).toBe('/seed')
  await importPhrase(TEST_PHRASE)
  await expect.element(button('Mostrar palabras')).toBeVisible()
  await expectGone(said())
})

test('what was lost is told beside a vault too, and opening the vault ends it', { tags: 'long' }, async () => {
  await openLoginWithVault()
  await openImported(TEST_PHRASE)
  expect(reload()).toBe(true)
  await expectLogin()
  await expect.element(said()).toHaveTextContent(RESTORE)
  await expect.element(button('Restaurar con frase semilla')).toBeVisible()
  expect(page.getByRole('button', { name: 'Restaurar con frase semilla' }).elements()).toHaveLength(1)
  await logIn(ana)
  await expectDashboard()
  reload()
  await expectLogin()
  await expectNothingSaid()
})
