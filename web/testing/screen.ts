// Locators and steps shared by component tests, by role and Spanish label.
import type { Address } from 'viem'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

type Scope = Pick<typeof page, 'getByRole' | 'getByLabelText' | 'getByText'>

export const button = (name: string, scope: Scope = page): Locator => scope.getByRole('button', { name, exact: true })
export const section = (name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (name?: string) => page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
export const alert = (scope: Scope = page) => scope.getByRole('alert')
export const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const header = () => section('Tu cuenta')

export const market = () => section('Marketplace de Préstamos')
export const offers = () => market().getByRole('listitem')
export const debtors = () => section('Mis Deudores').getByRole('article')
export const debts = () => section('Mis Deudas').getByRole('article')
export const underWay = () => section('Operaciones en camino')
export const publishForm = () => section('Publicar préstamo')
export const publishStatus = () => publishForm().getByRole('status')

/** Opens what is folded below the active loans. */
export const showEnded = (side: 'Mis Deudores' | 'Mis Deudas', label = 'Devueltos (1)') => button(label, section(side)).click()

export async function chooseInMenu(item: string) {
  await button('Más opciones').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function chooseInSettings(item: string) {
  await chooseInMenu('Ajustes')
  await button(item, dialog('Ajustes')).click()
}

/** Chooses in the menu of the first debtor's card. */
export async function chooseOnDebtor(item: string) {
  await debtors()
    .first()
    .getByRole('button', { name: /^Más acciones: / })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

type Draft = { amount: string; apr: string; note?: string; to?: Address }

export async function fillOffer({ amount, apr, note, to }: Draft) {
  const form = publishForm()
  await form.getByLabelText('Monto (USD)').fill(amount)
  await form.getByLabelText('Interés (APR %)').fill(apr)
  if (note) await form.getByLabelText('Nota').fill(note)
  if (to) await form.getByLabelText('Para').fill(to)
}

/** Waits for the fee: what is pressed before it is known asks once more. */
export async function fillOfferAndSeeFee(draft: Draft) {
  await fillOffer(draft)
  await expect.element(publishForm()).toHaveTextContent(/Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)
}

export const digit = (position: number, scope: Scope = page) =>
  scope.getByRole('textbox', { name: `Dígito ${position} de 6`, exact: true })

export const password = (scope: Scope = page) => scope.getByLabelText('Contraseña', { exact: true })

export async function fillCredentials(credentials: { pin: string; password: string }, scope: Scope = page) {
  await digit(1, scope).click()
  await userEvent.keyboard(credentials.pin)
  await password(scope).fill(credentials.password)
}

/** For `toHaveTextContent`, to which a string may be a part of the text. */
export const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

export async function publishOffer(draft: Draft) {
  await fillOfferAndSeeFee(draft)
  await button('Publicar', publishForm()).click()
}

/** The sheet that opens a second after something was published. */
export const sharing = () => page.getByRole('dialog', { name: /^Compartir tu (oferta|solicitud)$/ })

export async function leaveSharing() {
  await button('Cerrar', sharing()).click()
  await expect.element(sharing()).not.toBeInTheDocument()
}

/** Leaves the dialog that tells the end of a debt. */
export async function leaveEnd() {
  const end = page.getByRole('dialog', { name: /^Terminaste de pagar a / })
  await button('Listo', end).click()
  await expect.element(end).not.toBeInTheDocument()
}

/** Opens the dialog of the offer whose card has this text. */
export async function requestOffer(text: string) {
  await offers()
    .filter({ hasText: text })
    .getByRole('button', { name: /^Solicitar/ })
    .click()
  return dialog('Solicitar préstamo')
}

/** Records every text of the status from now on: some are shown for a second only, too short for polling. */
export function recordStatus(container: Locator): string[] {
  const element = container.element()
  const texts: string[] = []
  const record = () => {
    const text = element.querySelector('[role=status]')?.textContent
    if (text && text !== texts.at(-1)) texts.push(text)
  }
  new MutationObserver(record).observe(element, { childList: true, subtree: true, characterData: true })
  return texts
}

/** Cards in the marketplace that say this. */
export const proposal = (note: string) => offers().filter({ hasText: note })

export async function showRequests() {
  const tab = market().getByRole('tab', { name: 'Solicitudes' })
  await tab.click()
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
}

/** Reads the chain again without waiting for the next poll, as coming back to the tab does. */
export const lookAgain = () => window.dispatchEvent(new Event('visibilitychange'))

/** Moves the focus there, as the keyboard does. */
export function focus(locator: Locator) {
  const element = locator.element()
  if (element instanceof HTMLElement) element.focus()
}

export const expectCount = (locator: Locator, count: number) => expect.poll(() => locator.elements().length).toBe(count)

/** The plan of payments, before something is published or signed. */
export const plan = (scope: Scope) => scope.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')

export const publishTab = (name: 'Prestar' | 'Pedir') => publishForm().getByRole('tab', { name, exact: true })

export const publishChoice = (name: 'Plazo' | 'Válida por') => publishForm().getByRole('combobox', { name, exact: true })

/** In 'Cuotas'. */
export const publishInstalments = (name: string) => publishForm().getByRole('radio', { name, exact: true })

/** The text of each element, as it is read: without line breaks. */
export const texts = (locator: Locator): string[] =>
  locator.elements().map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim())

/** In 'Contactos', which stays open. */
export async function addContact(address: string, name: string) {
  if (dialog().elements().length === 0) await chooseInMenu('Contactos')
  await button('Agregar', dialog()).click()
  await dialog().getByRole('textbox', { name: 'Dirección' }).fill(address)
  await dialog().getByRole('textbox', { name: 'Nombre' }).fill(name)
  await button('Guardar', dialog()).click()
}
