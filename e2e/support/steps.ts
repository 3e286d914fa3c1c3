// Steps and locators shared by the specs: login, phrase, quiz, dashboard.
import { expect, type Locator, type Page } from '@playwright/test'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { anasVault, storeAnasVault } from './device.ts'
import { openThroughDoor } from './door.ts'

type Credentials = { pin: string; password: string }

export const ana: Credentials = { pin: anasVault.pin, password: anasVault.password }
export const luis: Credentials = { pin: '730165', password: 'queso brújula martes' }

/** First account of TEST_PHRASE. */
export const TEST_ADDRESS = people.deployer.address

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const digit = (scope: Page | Locator, position: number) =>
  scope.getByRole('textbox', { name: `Dígito ${position} de 6`, exact: true })
export const password = (scope: Page | Locator) => scope.getByLabel('Contraseña', { exact: true })
export const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
export const alert = (scope: Page | Locator) => scope.getByRole('alert')

export async function fillCredentials(scope: Page | Locator, { pin, password: secret }: Credentials) {
  const first = digit(scope, 1)
  await first.focus()
  await first.page().keyboard.type(pin)
  await password(scope).fill(secret)
}

/** Types PIN and password on /login and presses 'Acceder'. */
export async function logIn(page: Page, credentials: Credentials) {
  await fillCredentials(page, credentials)
  await button(page, 'Acceder').click()
}

/** Shows the phrase on /seed and returns it. */
export async function readPhrase(page: Page): Promise<string> {
  await button(page, 'Mostrar palabras').click()
  return wordsIn(page)
}

/** The words of the list that starts with number 1. */
export async function wordsIn(scope: Page | Locator): Promise<string> {
  const chips = await scope.getByRole('list').filter({ hasText: /^1\D/ }).getByRole('listitem').allInnerTexts()
  return chips.map((chip) => chip.replace(/^\d+\s*/, '')).join(' ')
}

/** Checks the box on /seed and continues to /seed/confirm. */
export async function confirmPhraseSaved(page: Page) {
  await page.getByRole('checkbox', { name: 'Confirmo que he guardado mi frase semilla en un lugar seguro' }).check()
  await button(page, 'Continuar').click()
  await expect(title(page, 'Confirmar frase semilla')).toBeVisible()
}

type Asked = { position: number; group: Locator; options: string[] }

/** The three questions of /seed/confirm. */
export async function readQuiz(page: Page): Promise<Asked[]> {
  const groups = page.getByRole('radiogroup', { name: /^Palabra #\d+$/ })
  const questions = await groups.evaluateAll((elements) =>
    elements.map((element) => ({
      name: document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent,
      options: [...element.querySelectorAll('label')].map((label) => label.innerText),
    })),
  )
  return questions.map(({ name, options }, index) => ({
    position: Number(name?.replace('Palabra #', '')),
    group: groups.nth(index),
    options,
  }))
}

/** Chooses the right answers, or a wrong one to the first question. */
export async function answerQuiz(page: Page, phrase: string, { wrongly = false } = {}) {
  const words = phrase.split(' ')
  for (const [index, { position, group, options }] of (await readQuiz(page)).entries()) {
    const right = words[position - 1] ?? ''
    const choice = wrongly && index === 0 ? (options.find((option) => option !== right) ?? '') : right
    await group.getByRole('radio', { name: choice, exact: true }).check()
  }
}

export async function passQuiz(page: Page, phrase: string) {
  await answerQuiz(page, phrase)
  await button(page, 'Confirmar').click()
}

export async function expectDashboard(page: Page) {
  await expect(button(page, 'Bloquear')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
}

export async function expectLogin(page: Page) {
  await expect(title(page, 'Acceso seguro')).toBeVisible()
  await expect(page).toHaveURL('/login')
}

/** Creates a stored wallet: PIN and password, phrase, quiz, dashboard. Returns the phrase. */
export async function createWallet(page: Page, credentials: Credentials = ana): Promise<string> {
  await page.goto('/login')
  await logIn(page, credentials)
  const phrase = await readPhrase(page)
  await confirmPhraseSaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  return phrase
}

/** Creates a wallet that is not stored, starting at /seed. Returns the phrase. */
export async function createVisitWallet(page: Page): Promise<string> {
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  await confirmPhraseSaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  return phrase
}

/** On /seed: submits the form for an existing phrase. */
export async function importPhrase(page: Page, text: string) {
  await button(page, 'Ya tengo una frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).fill(text)
  await button(page, 'Restaurar billetera').click()
}

export async function chooseInMenu(page: Page, item: string) {
  await button(page, 'Más opciones').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function chooseInSettings(page: Page, item: string) {
  await chooseInMenu(page, 'Ajustes')
  await button(page.getByRole('dialog', { name: 'Ajustes' }), item).click()
}

export async function lock(page: Page) {
  await button(page, 'Bloquear').click()
  await expectLogin(page)
}

/** Locks a wallet that is not stored, which asks first. */
export async function closeVisit(page: Page) {
  await button(page, 'Bloquear').click()
  await button(page.getByRole('dialog'), 'Cerrar sin guardar').click()
  await expectLogin(page)
}

/** /login in a browser that stores Ana's vault. */
export async function openLoginWithVault(page: Page) {
  // A URL of the app's origin that runs none of its scripts.
  await page.goto('/mark.svg')
  await storeAnasVault(page)
  await page.goto('/login')
}

/** The dashboard of Ana's stored wallet. */
export async function openStoredWallet(page: Page) {
  await openLoginWithVault(page)
  await logIn(page, ana)
  await expectDashboard(page)
}

/** The dashboard of a wallet that is not stored, opened without phrase and quiz. */
export async function openDashboard(page: Page, phrase = TEST_PHRASE) {
  await page.goto('/login')
  await openThroughDoor(page, phrase)
  await expectDashboard(page)
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const header = (page: Page) => section(page, 'Tu cuenta')

/** Fills in 'Cambiar PIN o contraseña'. */
export async function fillChange(page: Page, from: Credentials, to: Credentials, repeated = to) {
  const dialog = page.getByRole('dialog', { name: 'Cambiar PIN o contraseña' })
  await dialog.getByRole('radio', { name: 'Los dos' }).check()
  for (const [group, pin] of [
    ['PIN actual', from.pin],
    ['PIN nuevo', to.pin],
    ['Repite el PIN nuevo', repeated.pin],
  ] as const) {
    await digit(dialog.getByRole('group', { name: group, exact: true }), 1).focus()
    await page.keyboard.type(pin)
  }
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill(from.password)
  await dialog.getByLabel('Contraseña nueva', { exact: true }).fill(to.password)
  await dialog.getByLabel('Repite la contraseña nueva', { exact: true }).fill(repeated.password)
}

/** In 'Contactos', which stays open. */
export async function addContact(page: Page, address: string, name: string) {
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) await chooseInMenu(page, 'Contactos')
  await button(dialog, 'Agregar').click()
  await dialog.getByRole('textbox', { name: 'Dirección' }).fill(address)
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name)
  await button(dialog, 'Guardar').click()
}
