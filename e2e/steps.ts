// What a person does on the way in, step by step.
import { expect, type Locator, type Page } from '@playwright/test'
import { anasVault, keepAnasVault } from './device.ts'

type Credentials = { pin: string; password: string }

export const ana: Credentials = { pin: anasVault.pin, password: anasVault.password }
export const luis: Credentials = { pin: '730165', password: 'queso brújula martes' }

/** The phrase that every test network knows, and its first account. */
export const JUNK = 'test test test test test test test test test test test junk'
export const JUNK_ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const JUNK_ADDRESS = '0xf39F…2266'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const digit = (scope: Page | Locator, position: number) =>
  scope.getByRole('textbox', { name: `Dígito ${position} de 6`, exact: true })
export const password = (scope: Page | Locator) => scope.getByLabel('Contraseña', { exact: true })
export const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
export const alert = (scope: Page | Locator) => scope.getByRole('alert')

export async function fillIn(scope: Page | Locator, { pin, password: secret }: Credentials) {
  const first = digit(scope, 1)
  await first.focus()
  await first.page().keyboard.type(pin)
  await password(scope).fill(secret)
}

/** Types PIN and password on /login and presses 'Acceder'. */
export async function logIn(page: Page, credentials: Credentials) {
  await fillIn(page, credentials)
  await button(page, 'Acceder').click()
}

/** The words on /seed, which are shown for it. */
export async function readPhrase(page: Page): Promise<string> {
  await button(page, 'Mostrar palabras').click()
  return wordsIn(page)
}

/** The words of the one list that shows them. */
export async function wordsIn(scope: Page | Locator): Promise<string> {
  const chips = await scope.getByRole('list').filter({ hasText: /^1\D/ }).getByRole('listitem').allInnerTexts()
  return chips.map((chip) => chip.replace(/^\d+\s*/, '')).join(' ')
}

/** From /seed on to /seed/confirm. */
export async function saySaved(page: Page) {
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

/** Gives the right answers, or a wrong one to the first question. */
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

/** The usual way: PIN and password, words, quiz, dashboard. Gives the phrase. */
export async function createWallet(page: Page, credentials: Credentials = ana): Promise<string> {
  await page.goto('/login')
  await logIn(page, credentials)
  const phrase = await readPhrase(page)
  await saySaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  return phrase
}

/** The other way: straight to /seed, for a wallet of this visit. */
export async function createVisitWallet(page: Page): Promise<string> {
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  await saySaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  return phrase
}

/** On /seed: the form for an existing phrase, filled in and sent. */
export async function importPhrase(page: Page, text: string) {
  await button(page, 'Ya tengo una frase semilla').click()
  await page.getByLabel('Frase semilla').fill(text)
  await button(page, 'Restaurar billetera').click()
}

export async function chooseInMenu(page: Page, item: string) {
  await button(page, 'Más opciones').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function lock(page: Page) {
  await button(page, 'Bloquear').click()
  await expectLogin(page)
}

/** /login on a device that keeps Ana's wallet. */
export async function openKeptLogin(page: Page) {
  // A page of the site that runs none of its scripts.
  await page.goto('/mark.svg')
  await keepAnasVault(page)
  await page.goto('/login')
}

/** The dashboard of Ana's wallet, on a device that keeps it. */
export async function openKeptWallet(page: Page) {
  await openKeptLogin(page)
  await logIn(page, ana)
  await expectDashboard(page)
}

/** The dashboard of a phrase's account, as a wallet of this visit: of the one that everyone knows, where none is given. */
export async function openDashboard(page: Page, phrase = JUNK) {
  await page.goto('/seed')
  await importPhrase(page, phrase)
  await saySaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const header = (page: Page) => section(page, 'Tu cuenta')
