import type { Locator, Page } from '@playwright/test'
import { DOLLAR } from '../../web/loans/loan.ts'
import { test } from '../support/arrive.ts'
import {
  debtors,
  debts,
  leaveEnd,
  leaveSharing,
  offers,
  publishOffer,
  publishStatus,
  recordStatus,
  showEnded,
} from '../support/dashboard.ts'
import { expect } from '../support/fixtures.ts'
import { balanceOf } from '../support/money.ts'
import { alert, button } from '../support/steps.ts'
import { ANA, ana, LUIS, luis } from '../support/twoPeople.ts'

const offer = (page: Page, note: string) => offers(page).filter({ hasText: note })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

const published = (page: Page) => expect(publishStatus(page)).toHaveText('Oferta publicada')

async function request(page: Page, note: string): Promise<Locator> {
  await offer(page, note)
    .getByRole('button', { name: /^Solicitar/ })
    .click()
  return dialog(page, 'Solicitar préstamo')
}

/** Opens the 'Pagar ahora' dialog of the first debt and fills in the amount. */
async function openPayment(page: Page, amount: string): Promise<Locator> {
  await debts(page)
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const payment = dialog(page, 'Pagar préstamo')
  await payment.getByLabel('Monto').fill(amount)
  return payment
}

test('ana lends, luis takes it and pays in two parts, and both see every step without a reload', async ({ arrive, world }) => {
  const [lender, borrower] = [await arrive(ANA, 1_000), await arrive(LUIS, 50)]
  await publishOffer(lender, { amount: '300', apr: '10', note: 'Para el taller' })
  await published(lender)
  await leaveSharing(lender)
  await expect(offer(lender, 'Para el taller')).toContainText('Tu oferta')

  const taking = await request(borrower, 'Para el taller')
  await expect(taking).toContainText(/Recibes\s*\$ 300\.00/)
  await expect(taking).toContainText(/Devuelves\s*\$ 302\.47/)
  await expect(taking).toContainText(/A más tardar\s*\d+ \w+ \d{4}, \d\d:\d\d/)
  await expect(taking).toContainText(/Interés fijo\s*10 % APR · \$ 2\.47/)
  await expect(taking).toContainText(/Comisión de red \(máx\.\)\s*≈ \$ \d+\.\d\d · 0\.\d{6} ETH/)
  await expect(taking).toContainText('Todavía no ha prestado a nadie')
  await expect(taking).toContainText('Otra persona puede aceptarla antes que tú.')
  const said = await recordStatus(taking)
  await button(taking, 'Aceptar préstamo').click()
  await expect(taking).toBeHidden()
  expect((await said()).join()).toMatch(/TX enviada.*TX confirmada$/s)
  await expect(alert(borrower)).toContainText('Préstamo aceptado: recibiste $ 300.00.')
  await expect(borrower.getByRole('heading', { name: 'Marketplace de Préstamos' })).toBeFocused()
  expect(await balanceOf(world, luis.address)).toBe(350n * DOLLAR)

  await expect(debts(borrower).first()).toContainText(/\$ 300\.00.*Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\)/s)
  await expect(debtors(lender).first()).toContainText(/\$ 300\.00.*Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\)/s)
  await expect(offer(lender, 'Para el taller')).toBeHidden()

  const part = await openPayment(borrower, '100,5')
  await expect(part).toContainText('Disponible: $ 350.00')
  await expect(part).toContainText(/Quedarás debiendo\s*\$ 201\.97/)
  await button(part, 'Pagar $ 100.50').click()
  await expect(part).toBeHidden()
  await expect(alert(borrower)).toContainText('Pagaste $ 100.50 del préstamo de $ 300.00.')
  expect(await balanceOf(world, luis.address)).toBe(249_500_000n)
  await expect(debtors(lender).first()).toContainText('Pagado: $ 100.50 / $ 302.47 (33%)')

  const rest = await openPayment(borrower, '')
  await expect(rest).toContainText(/Te falta por pagar\s*\$ 201\.97/)
  await button(rest, 'Pagar todo').click()
  await expect(rest.getByLabel('Monto')).toHaveValue('201.97')
  await expect(rest).toContainText(/Quedarás debiendo\s*\$ 0\.00/)
  await button(rest, 'Pagar $ 201.97').click()
  await expect(rest).toBeHidden()
  await leaveEnd(borrower)
  await expect(alert(lender)).toContainText(/terminó de pagarte: préstamo de \$ /)
  // Exact: 300 plus 2.465754 of interest, not the rounded 302.47 that is shown.
  expect(await balanceOf(world, luis.address)).toBe(350n * DOLLAR - 302_465_754n)
  expect(await balanceOf(world, ana.address)).toBe(1_002_465_754n)
  await showEnded(borrower, 'Mis Deudas')
  await expect(debts(borrower).first()).toContainText('Devuelto')
  await showEnded(lender, 'Mis Deudores')
  await expect(debtors(lender).first()).toContainText('Devuelto')
})
