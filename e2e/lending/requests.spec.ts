// Requests in the marketplace: who asks, who lends, and what both see.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { test } from '../support/arrive.ts'
import { offers as cards, debtors, debts, market } from '../support/dashboard.ts'
import { expect } from '../support/fixtures.ts'
import { balanceOf } from '../support/money.ts'
import { ask } from '../support/others.ts'
import { alert, button } from '../support/steps.ts'
import { ANA, ana, LUIS, luis } from '../support/twoPeople.ts'

const tab = (page: Page, name: 'Ofertas' | 'Solicitudes') => market(page).getByRole('tab', { name })
const status = (page: Page) => market(page).getByRole('status')
const card = (page: Page, note: string) => cards(page).filter({ hasText: note })
const lending = (page: Page) => page.getByRole('dialog', { name: /^Prestar a 0x/ })

async function showRequests(page: Page) {
  await tab(page, 'Solicitudes').click()
  await expect(tab(page, 'Solicitudes')).toHaveAttribute('aria-selected', 'true')
}

async function openLending(page: Page, note: string) {
  await card(page, note)
    .getByRole('button', { name: /^Prestar/ })
    .click()
  return lending(page)
}

test('luis asks, ana lends, and both see it without a reload, to the unit', async ({ arrive, world }) => {
  await world.client.setBalance({ address: luis.address, value: parseEther('1') })
  const [lender, borrower] = [await arrive(ANA, 1_000), await arrive(LUIS, 5)]
  await expect(tab(lender, 'Ofertas')).toHaveAccessibleName('Ofertas 4')
  await expect(tab(lender, 'Solicitudes')).toHaveAccessibleName('Solicitudes 0')
  await showRequests(lender)
  await expect(lender).toHaveURL('/dashboard?list=requests')
  await expect(market(lender)).toContainText('No hay solicitudes abiertas.')

  await showRequests(borrower)
  const terms = { principal: 120n * DOLLAR, seconds: 90 * DAY, apr: 1000, instalments: 3, openDays: 30, note: 'Para la moto' }
  await ask(world, luis, terms)
  await expect(status(lender)).toHaveText('1 solicitud abierta')
  await expect(card(lender, 'Para la moto')).toContainText(/Sin historial.*Pide\s*\$ 120\.00/s)
  await expect(card(lender, 'Para la moto')).toContainText(/10 % APR.*90 días.*Te devuelven\s*\$ 122\.96\s*en 3 cuotas/s)
  await expect(card(lender, 'Para la moto')).toContainText('Válida 30 días más')
  await expect(card(borrower, 'Para la moto')).toContainText(/Pública · Nadie ha prestado aún.*Tu solicitud/s)
  await expect(card(borrower, 'Para la moto')).toContainText(/Pides\s*\$ 120\.00.*Devuelves\s*\$ 122\.96/s)
  await expect(button(borrower, 'Retirar solicitud de $ 120.00')).toBeVisible()

  const dialog = await openLending(lender, 'Para la moto')
  await expect(dialog).toContainText(/Le prestas\s*\$ 120\.00/)
  await expect(dialog).toContainText(/Te devuelve \$ 122\.96 en 3 cuotas, la última el \d+ \w+ \d{4}/)
  await expect(dialog.getByRole('list', { name: /plan/i }).getByRole('listitem')).toHaveCount(3)
  await expect(dialog).toContainText(/Interés fijo\s*10 % APR · \$ 2\.96/)
  await expect(dialog).toContainText(/Plazo\s*90 días/)
  await expect(dialog).toContainText(/Disponible después\s*\$ 880\.00/)
  await expect(dialog).toContainText(/Comisión de red \(máx\.\)\s*≈ \$ \d+\.\d\d · 0\.\d{6} ETH/)
  await expect(dialog).toContainText('No has tenido préstamos con esta persona')
  await expect(dialog).toContainText('Si no sabes quién es, puedes no volver a ver este dinero.')
  await expect(dialog).toContainText('No se puede deshacer.')
  await expect(dialog).toContainText('Nada los garantiza.')
  await dialog.getByRole('button', { name: /ver completa$/ }).click()
  expect((await dialog.textContent())?.toLowerCase()).toContain(luis.address.toLowerCase())
  await button(dialog, 'Prestar $ 120.00').dblclick()
  await expect(dialog).toBeHidden()
  await expect(alert(lender)).toContainText('Préstamo hecho: prestaste $ 120.00 a ')
  expect(await balanceOf(world, ana.address)).toBe(880n * DOLLAR)
  expect(await balanceOf(world, luis.address)).toBe(125n * DOLLAR)

  await expect(debtors(lender).first()).toContainText(/\$ 120\.00.*Pagado: \$ 0\.00 \/ \$ 122\.96/s)
  await button(lender, 'Ver préstamo').click()
  await expect(debtors(lender).first()).toBeFocused()
  await expect(debts(borrower).first()).toContainText(/\$ 120\.00.*Pagado: \$ 0\.00 \/ \$ 122\.96/s)
  await expect(market(borrower)).toContainText('No hay solicitudes abiertas.')
  await expect(tab(lender, 'Solicitudes')).toHaveAccessibleName('Solicitudes 0')
})
