// Locators and steps for the dashboard.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Address } from 'viem'
import { button, section } from './steps.ts'

export const market = (page: Page) => section(page, 'Marketplace de Préstamos')
/** The offers in the marketplace. */
export const offers = (page: Page) => market(page).getByRole('listitem')
export const debtors = (page: Page) => section(page, 'Mis Deudores').getByRole('article')
export const debts = (page: Page) => section(page, 'Mis Deudas').getByRole('article')
/** Opens what is folded below the active loans, which holds one that has ended. */
export const showEnded = (page: Page, side: 'Mis Deudores' | 'Mis Deudas', label = 'Devueltos (1)') =>
  button(section(page, side), label).click()
/** Chooses in the menu of the first debtor's card. */
export async function chooseOnDebtor(page: Page, item: string) {
  await debtors(page)
    .first()
    .getByRole('button', { name: /^Más acciones: / })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
export const underWay = (page: Page) => section(page, 'Operaciones en camino')

export const publishForm = (page: Page) => section(page, 'Publicar préstamo')
/** Progress of the offer that is being published. */
export const publishStatus = (page: Page) => publishForm(page).getByRole('status')

type Draft = { amount: string; apr: string; note?: string; to?: Address }

export async function fillOffer(page: Page, { amount, apr, note, to }: Draft) {
  const form = publishForm(page)
  await form.getByLabel('Monto (USD)').fill(amount)
  await form.getByLabel('Interés (APR %)').fill(apr)
  if (note) await form.getByLabel('Nota').fill(note)
  if (to) await form.getByLabel('Para').fill(to)
}

/** Waits for the fee: what is pressed before it is known asks once more. */
export async function fillOfferAndSeeFee(page: Page, draft: Draft) {
  await fillOffer(page, draft)
  await expect(publishForm(page)).toContainText(/Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)
}

export async function publishOffer(page: Page, draft: Draft) {
  await fillOfferAndSeeFee(page, draft)
  await button(publishForm(page), 'Publicar').click()
}

/** The sheet that opens a second after something was published. */
export const sharing = (page: Page) => page.getByRole('dialog', { name: /^Compartir tu (oferta|solicitud)$/ })

export async function leaveSharing(page: Page) {
  await button(sharing(page), 'Cerrar').click()
  await expect(sharing(page)).toBeHidden()
}

/** Leaves the dialog that tells the end of a loan. */
export async function leaveEnd(page: Page) {
  const end = page.getByRole('dialog', { name: /^Terminaste de pagar a |terminó de pagarte$/ })
  await button(end, 'Listo').click()
  await expect(end).toBeHidden()
}

/** Records every text of the status from now on: some are shown for a second only, too short for polling. */
export async function recordStatus(container: Locator): Promise<() => Promise<string[]>> {
  const recorded = await container.evaluateHandle((element) => {
    const texts: string[] = []
    const record = () => {
      const text = element.querySelector('[role=status]')?.textContent
      if (text && text !== texts.at(-1)) texts.push(text)
    }
    new MutationObserver(record).observe(element, { childList: true, subtree: true, characterData: true })
    return texts
  })
  return () => recorded.jsonValue()
}
