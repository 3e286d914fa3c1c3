import type { Page } from '@playwright/test'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { anasVault, damageCopy, deleteCopy, holdVault, readCopies } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  confirmPhraseSaved,
  createVisitWallet,
  createWallet,
  digit,
  expectDashboard,
  expectLogin,
  fillCredentials,
  lock,
  logIn,
  luis,
  openDashboard,
  openLoginWithVault,
  openStoredWallet,
  passQuiz,
  password,
  readPhrase,
  TEST_ADDRESS_SHORT,
  title,
  wordsIn,
} from '../support/steps.ts'

const wrong = { ...ana, password: 'otra cosa' }

test('the wallet is kept, and PIN and password open it again after a reload', async ({ page }) => {
  // Firefox asks the user for permission to persist; the app must not wait for the answer.
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      Object.assign(window, { isAskedToPersist: true })
      return new Promise(() => {})
    }
  })
  const phrase = await createWallet(page)
  expect(await page.evaluate(() => 'isAskedToPersist' in window)).toBe(true)
  const copies = await readCopies(page)
  expect(copies.IndexedDB).toMatch(/^\{"format":"entrepares-vault","version":1,/)
  expect(copies.localStorage).toBe(copies.IndexedDB)
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()

  await page.reload()
  await expectLogin(page)
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByText(/No hay ninguna billetera en este dispositivo/)).toBeHidden()
  await logIn(page, ana)
  await expectDashboard(page)

  await chooseInMenu(page, 'Ver frase semilla')
  const dialog = page.getByRole('dialog', { name: 'Ver frase semilla' })
  await fillCredentials(dialog, wrong)
  await button(dialog, 'Ver frase semilla').click()
  await expect(alert(dialog)).toHaveText('Credenciales inválidas.')
  await expect(dialog.getByRole('list')).toBeHidden()

  await password(dialog).fill(ana.password)
  await password(dialog).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(12)
  expect(await wordsIn(dialog)).toBe(phrase)
  await expect(button(dialog, 'Listo')).toBeFocused()
  await button(dialog, 'Listo').click()
  await expect(dialog).toBeHidden()
})

test('L11 a wrong password or PIN: Credenciales inválidas., and nothing typed is lost', async ({ page }) => {
  await openLoginWithVault(page)
  await fillCredentials(page, wrong)
  await fail(page, 1)
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
  await expect(password(page)).toHaveValue(wrong.password)
  await expect(digit(page, 6)).toHaveValue(ana.pin.slice(-1))
  await expect(button(page, 'Acceder')).toBeEnabled()

  await password(page).fill(ana.password)
  await digit(page, 6).press('0')
  await fail(page, 2)
  await expect(alert(page)).toHaveText('Credenciales inválidas.')

  await digit(page, 6).press(ana.pin.slice(-1))
  await button(page, 'Acceder').click()
  await expectDashboard(page)
})

test('four failures are free; then each makes the next attempt wait, in words, over reloads, and a success resets', async ({
  page,
}) => {
  const start = Date.now()
  const wait = (time: string) => `Espera ${time} antes de volver a intentarlo.`
  await page.clock.setFixedTime(start)
  await openLoginWithVault(page)
  await fillCredentials(page, wrong)
  for (let failure = 1; failure <= 4; failure++) {
    await fail(page, failure)
    await expect(alert(page)).toHaveText('Credenciales inválidas.')
  }
  await fail(page, 5)
  await expect(alert(page)).toHaveText(`Credenciales inválidas. ${wait('30 segundos')}`)
  await page.clock.setFixedTime(start + 12_000)
  await expect(alert(page)).toHaveText(`Credenciales inválidas. ${wait('18 segundos')}`)

  await page.reload()
  await expect(alert(page)).toHaveText(wait('18 segundos'))
  await fillCredentials(page, ana)
  await fail(page, 5)
  await expect(alert(page)).toHaveText(wait('18 segundos'))
  await page.clock.setFixedTime(start + 29_500)
  await expect(alert(page)).toHaveText(wait('1 segundo'))
  await page.clock.setFixedTime(start + 30_000)
  await expect(alert(page)).toBeHidden()

  await password(page).fill(wrong.password)
  await fail(page, 6)
  await expect(alert(page)).toHaveText(`Credenciales inválidas. ${wait('1 minuto')}`)
  await page.clock.setFixedTime(start + 90_000)
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
  await password(page).fill(ana.password)
  await button(page, 'Acceder').click()
  await expectDashboard(page)

  await lock(page)
  await fillCredentials(page, wrong)
  await fail(page, 1)
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
})

test('Olvidar este dispositivo asks twice, then deletes both copies', async ({ page }) => {
  await openStoredWallet(page)
  const before = await readCopies(page)

  await chooseInMenu(page, 'Olvidar este dispositivo')
  await button(page.getByRole('dialog'), 'Cancelar').click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await chooseInMenu(page, 'Olvidar este dispositivo')
  await button(page.getByRole('dialog', { name: '¿Olvidar este dispositivo?' }), 'Sí, olvidar').dblclick()
  await expect(page.getByRole('dialog', { name: '¿Olvidar este dispositivo?' })).toBeHidden()
  expect(await readCopies(page)).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await chooseInMenu(page, 'Olvidar este dispositivo')
  await button(page.getByRole('dialog', { name: '¿Olvidar este dispositivo?' }), 'Sí, olvidar').click()
  const second = page.getByRole('dialog', { name: '¿Tienes tu frase semilla a mano?' })
  expect(await readCopies(page)).toEqual(before)
  await button(second, 'Olvidar este dispositivo').click()

  await expectLogin(page)
  await expect(page.getByText(/No hay ninguna billetera en este dispositivo/)).toBeVisible()
  expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
})

test('a wallet of this visit says so, and can be kept, once the browser keeps anything', async ({ page }) => {
  const phrase = await createVisitWallet(page)
  await expect(page.getByRole('note').filter({ hasText: 'Esta billetera es solo para esta visita.' })).toBeVisible()
  expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
  await button(page, 'Más opciones').click()
  await expect(page.getByRole('menuitem', { name: 'Olvidar este dispositivo' })).toBeHidden()
  await page.keyboard.press('Escape')

  await button(page, 'Guardar en este dispositivo').click()
  const dialog = page.getByRole('dialog', { name: 'Guardar en este dispositivo' })
  await button(dialog, 'Guardar').click()
  await expect(alert(dialog)).toHaveText('El PIN debe tener 6 dígitos.')
  await fillCredentials(dialog, luis)
  for (const [sentence, fault] of [
    [/No queda espacio/, localStorageIsFull],
    [/no permite guardar datos/, databaseRefuses],
  ] as const) {
    const heal = await page.evaluateHandle(fault)
    await button(dialog, 'Guardar').click()
    await expect(alert(dialog)).toHaveText(sentence)
    await expect(alert(dialog)).toContainText('dura solo esta visita')
    await heal.evaluate((undo) => undo())
    expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
  }
  await button(dialog, 'Guardar').click()
  await expect(dialog).toBeHidden()
  await expect(alert(page)).toContainText('Tu billetera quedó guardada en este dispositivo.')
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()

  await page.reload()
  await logIn(page, luis)
  await expectDashboard(page)
  await chooseInMenu(page, 'Ver frase semilla')
  await fillCredentials(page.getByRole('dialog'), luis)
  await button(page.getByRole('dialog'), 'Ver frase semilla').click()
  await expect(page.getByRole('listitem')).toHaveCount(12)
  expect(await wordsIn(page.getByRole('dialog'))).toBe(phrase)
})

test('another vault is replaced only after a second question, and does not open what another tab has open', async ({
  page,
  context,
}) => {
  await openStoredWallet(page)
  const before = await readCopies(page)
  const other = await context.newPage()
  await createVisitWallet(other)
  const keep = async () => {
    await button(other, 'Guardar en este dispositivo').click()
    await fillCredentials(other.getByRole('dialog'), luis)
    await button(other.getByRole('dialog'), 'Guardar').click()
  }
  const question = other.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' })

  await keep()
  await expect(button(question, 'Seguir sin guardar')).toBeFocused()
  await button(question, 'Seguir sin guardar').click()
  await expect(question).toBeHidden()
  expect(await readCopies(other)).toEqual(before)

  await keep()
  await button(question, 'Reemplazar').click()
  await expect(question).toBeHidden()
  await expect(other.getByText(/solo para esta visita/)).toBeHidden()

  // The PIN and password of the vault that is stored now must not reveal the phrase of the wallet that is open here.
  await chooseInMenu(page, 'Ver frase semilla')
  const dialog = page.getByRole('dialog', { name: 'Ver frase semilla' })
  await fillCredentials(dialog, luis)
  await button(dialog, 'Ver frase semilla').click()
  await expect(alert(dialog)).toHaveText('Credenciales inválidas.')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)

  await lock(other)
  await logIn(other, ana)
  await expect(alert(other)).toHaveText('Credenciales inválidas.')
  await logIn(other, luis)
  await expectDashboard(other)
})

test('restoring the wallet that is kept here and keeping it with its PIN and password replaces nothing', async ({ page }) => {
  await openLoginWithVault(page)
  const before = await readCopies(page)
  await openDashboard(page, anasVault.phrase)
  const keep = page.getByRole('dialog', { name: 'Guardar en este dispositivo' })
  await button(page, 'Guardar en este dispositivo').click()
  await expect(digit(keep, 1)).toBeFocused()
  await fillCredentials(keep, luis)
  await button(keep, 'Guardar').click()
  const question = page.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' })
  await expect(question).toContainText('Ya hay una billetera guardada aquí. Si es esta misma, reemplázala')
  await button(question, 'Seguir sin guardar').click()

  await button(page, 'Guardar en este dispositivo').click()
  await fillCredentials(keep, ana)
  await button(keep, 'Guardar').click()
  await expect(keep).toBeHidden()
  await expect(alert(page)).toContainText('Esta misma billetera ya estaba guardada en este dispositivo')
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()
  expect(await readCopies(page)).toEqual(before)
})

test('keeping a wallet in the place of another cannot be called off half-way', async ({ page }) => {
  await openLoginWithVault(page)
  await createVisitWallet(page)
  await button(page, 'Guardar en este dispositivo').click()
  await fillCredentials(page.getByRole('dialog'), luis)
  await button(page.getByRole('dialog'), 'Guardar').click()
  const question = page.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' })
  await expect(question).toBeVisible()
  const release = await holdVault(page)
  await button(question, 'Reemplazar').click()
  await expect(button(question, 'Seguir sin guardar')).toBeDisabled()
  await button(question, 'Cerrar').click()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(question).toBeVisible()
  await release()
  await expect(question).toBeHidden()
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()
  await expect(alert(page)).toBeVisible()
})

test('a device that is being forgotten cannot be called off half-way', async ({ page }) => {
  await openStoredWallet(page)
  await chooseInMenu(page, 'Olvidar este dispositivo')
  await button(page.getByRole('dialog'), 'Sí, olvidar').click()
  const release = await holdVault(page)
  await button(page.getByRole('dialog'), 'Olvidar este dispositivo').click()
  await expect(button(page.getByRole('dialog'), 'Cancelar')).toBeDisabled()
  await button(page.getByRole('dialog'), 'Cerrar').click()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeVisible()
  await release()
  await expectLogin(page)
  expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
})

test('a vault that another tab made in the meantime is not overwritten by passing the quiz', async ({ page, context }) => {
  await page.goto('/login')
  await logIn(page, luis)
  const phrase = await readPhrase(page)
  await confirmPhraseSaved(page)
  const other = await context.newPage()
  await openLoginWithVault(other)
  const before = await readCopies(other)

  await passQuiz(page, phrase)
  await expect(title(page, '¿Reemplazar la billetera guardada?')).toBeVisible()
  await button(page, 'Seguir sin guardar').click()
  await expectDashboard(page)
  await expect(page.getByText(/solo para esta visita/)).toBeVisible()
  expect(await readCopies(page)).toEqual(before)
})

test('Restaurar con frase semilla leads to the import and leaves the vault alone until told otherwise', async ({ page }) => {
  await openLoginWithVault(page)
  const before = await readCopies(page)
  await button(page, 'Restaurar con frase semilla').click()
  await expect(title(page, 'Ya tengo una frase semilla')).toBeVisible()
  await button(page, 'Volver').click()
  await expectLogin(page)

  await button(page, 'Restaurar con frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).fill(TEST_PHRASE)
  await button(page, 'Restaurar billetera').click()
  await confirmPhraseSaved(page)
  await passQuiz(page, TEST_PHRASE)
  await expectDashboard(page)
  await expect(page.getByText(TEST_ADDRESS_SHORT)).toBeVisible()
  expect(await readCopies(page)).toEqual(before)
})

test('a copy that is damaged or lost, in either place, is mended from the other', async ({ page }) => {
  await openStoredWallet(page)
  const whole = await readCopies(page)
  for (const spoil of [damageCopy, deleteCopy]) {
    for (const place of ['IndexedDB', 'localStorage'] as const) {
      await spoil(page, place)
      expect(await readCopies(page)).not.toEqual(whole)

      await lock(page)
      await expect(alert(page)).toBeHidden()
      await logIn(page, ana)
      await expectDashboard(page)
      expect(await readCopies(page), `${spoil.name} ${place}`).toEqual(whole)
    }
  }
})

test('two damaged copies: the page says so, offers to restore, and overwrites nothing', async ({ page }) => {
  await openLoginWithVault(page)
  const damaged = {
    IndexedDB: await damageCopy(page, 'IndexedDB'),
    localStorage: await damageCopy(page, 'localStorage'),
  }
  const sentence = 'La billetera de este dispositivo está dañada. Restáurala con tu frase semilla.'

  await page.reload()
  await expect(alert(page)).toHaveText(sentence)
  await logIn(page, ana)
  await expect(alert(page)).toHaveText(sentence)
  await expectLogin(page)
  await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()

  await createVisitWallet(page)
  await button(page, 'Guardar en este dispositivo').click()
  await fillCredentials(page.getByRole('dialog'), luis)
  await button(page.getByRole('dialog'), 'Guardar').click()
  await expect(page.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' })).toBeVisible()
  expect(await readCopies(page)).toEqual(damaged)
})

const troubles: [what: string, sentence: RegExp, fault: () => void][] = [
  [
    'localStorage refuses',
    /no permite guardar datos/,
    () => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    },
  ],
  [
    'there is no storage at all',
    /no puede guardar tu billetera/,
    () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
      Object.defineProperty(window, 'localStorage', { value: null })
    },
  ],
]
for (const [what, sentence, fault] of troubles) {
  test(`${what}: the page says that the wallet lasts for this visit only, before the dashboard`, async ({ page, context }) => {
    await page.addInitScript(fault)
    await page.goto('/login')
    await logIn(page, ana)
    const phrase = await readPhrase(page)
    await confirmPhraseSaved(page)
    await passQuiz(page, phrase)

    await expect(alert(page)).toHaveText(sentence)
    await expect(alert(page)).toContainText('dura solo esta visita')
    await expect(page).toHaveURL('/seed/confirm')
    await button(page, 'Ir al panel').click()
    await expectDashboard(page)
    await expect(page.getByRole('note').filter({ hasText: 'Esta billetera es solo para esta visita.' })).toBeVisible()

    const later = await context.newPage()
    await later.goto('/mark.svg')
    expect(await readCopies(later)).toEqual({ IndexedDB: null, localStorage: null })
  })
}

test('a wallet that was kept opens without workers and without locks between tabs', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Worker')
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  })
  await openStoredWallet(page)
})

test('a wallet that was kept opens without workers and WebAssembly', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Worker')
    Reflect.deleteProperty(window, 'WebAssembly')
  })
  await openStoredWallet(page)
})

/** Runs in the page. Returns a function that undoes it. */
function localStorageIsFull(): () => void {
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  return () => {
    Storage.prototype.setItem = setItem
  }
}

/** Runs in the page. Returns a function that undoes it. */
function databaseRefuses(): () => void {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  return () => {
    IDBFactory.prototype.open = open
  }
}

/** Clicks 'Acceder' and waits until the failure is counted and the button is back. */
async function fail(page: Page, count: number) {
  await button(page, 'Acceder').click()
  const counted = () => page.evaluate(() => JSON.parse(localStorage.getItem('entrepares.throttle') ?? '{}').count)
  await expect.poll(counted).toBe(count)
  await expect(button(page, 'Acceder')).toBeVisible()
}
