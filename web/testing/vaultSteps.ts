// Steps of component tests around a vault: creating, locking, unlocking, settings. Those of phrase and quiz are in access.ts.
import { expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { confirmPhraseSaved, expectDashboard, importPhrase, openLoginWithVault, passQuiz, readPhrase } from './access.ts'
import { ana, anasVault } from './device.ts'
import { openApp } from './mount.tsx'
import { alert, button, chooseInMenu, dialog, digit, exactly, fillCredentials, title } from './screen.ts'

type Credentials = typeof ana
type Scope = Pick<typeof page, 'getByRole' | 'getByLabelText' | 'getByText'>

export const settings = () => dialog('Ajustes')
export const forThisVisit = () => page.getByText(/solo para esta visita/)
/** Status messages that say something. */
export const said = () => page.getByRole('status').filter({ hasText: /\S/ })

export async function expectLogin() {
  await expect.element(title('Acceso seguro')).toBeVisible()
  expect(location.pathname).toBe('/login')
}

export async function expectGone(locator: Locator) {
  await expect.element(locator).not.toBeInTheDocument()
}

export async function logIn(credentials: Credentials) {
  await fillCredentials(credentials)
  await button('Acceder').click()
}

export async function lock() {
  await button('Bloquear').click()
  await expectLogin()
}

/** The words of the list that starts with number 1. */
export async function wordsIn(scope: Scope): Promise<string> {
  const list = scope.getByRole('list').filter({ hasText: /^1\D/ })
  await list.findElement()
  const chips = list.getByRole('listitem').elements()
  return chips.map((chip) => chip.textContent.replace(/^\d+\s*/, '')).join(' ')
}

/** A wallet that is not stored, from /seed to the dashboard. Returns the phrase. */
export async function createVisitWallet(): Promise<string> {
  openApp('/seed')
  const phrase = await readPhrase()
  await confirmPhraseSaved()
  await passQuiz(phrase)
  await expectDashboard()
  return phrase
}

/** The dashboard of a wallet that is imported and not stored. */
export async function openImported(phrase = anasVault.phrase) {
  openApp('/seed')
  await importPhrase(phrase)
  await confirmPhraseSaved()
  await passQuiz(phrase)
  await expectDashboard()
}

/** The dashboard of Ana's stored wallet. */
export async function openStoredWallet() {
  await openLoginWithVault()
  await logIn(ana)
  await expectDashboard()
}

export async function openSettings() {
  await chooseInMenu('Ajustes')
  await expect.element(settings()).toBeVisible()
}

/** Exactly this text, or one like this. */
export async function expectAlert(text: string | RegExp, scope: Scope = page) {
  await expect.element(alert(scope)).toHaveTextContent(typeof text === 'string' ? exactly(text) : text)
}

/** Fills in 'Cambiar PIN o contraseña'. */
export async function fillChange(from: Credentials, to: Credentials) {
  const form = dialog('Cambiar PIN o contraseña')
  await form.getByRole('radio', { name: 'Los dos' }).click()
  for (const [group, pin] of [
    ['PIN actual', from.pin],
    ['PIN nuevo', to.pin],
    ['Repite el PIN nuevo', to.pin],
  ] as const) {
    await digit(1, form.getByRole('group', { name: group, exact: true })).click()
    await userEvent.keyboard(pin)
  }
  await form.getByLabelText('Contraseña actual', { exact: true }).fill(from.password)
  await form.getByLabelText('Contraseña nueva', { exact: true }).fill(to.password)
  await form.getByLabelText('Repite la contraseña nueva', { exact: true }).fill(to.password)
}

/** The browser's Back. */
export async function goBack() {
  const isDone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  history.back()
  await isDone
}

/** Lets this time pass without a timer, as asleep, and comes back to the tab. Only the clock is faked. */
export function passTime(ms: number) {
  vi.setSystemTime(Date.now() + ms)
  window.dispatchEvent(new Event('focus'))
}

/** /login is complete, and none of its status messages says anything. */
export async function expectNothingSaid() {
  await expect.element(page.getByRole('button', { name: /^(Restaurar con frase semilla|Ya tengo una billetera)$/ })).toBeVisible()
  expect(said().elements()).toHaveLength(0)
}
