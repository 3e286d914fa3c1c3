// A borrower who never has ether: asks by link → gets the money → pays twice by link → is done. The lender sends everything.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { getBalance, getTransactionCount } from 'viem/actions'
import { DOLLAR } from '../../web/loans/loan.ts'
import { test } from '../support/arrive.ts'
import { debtors, debts, fillOffer, leaveEnd, publishForm, showEnded } from '../support/dashboard.ts'
import { openThroughDoor } from '../support/door.ts'
import { expect } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { button, expectLogin } from '../support/steps.ts'
import { ANA, ana, LUIS, luis } from '../support/twoPeople.ts'

/** Presses 'Copiar enlace', and returns the link. */
async function copyLink(page: Page, title: string): Promise<string> {
  const sharing = page.getByRole('dialog', { name: title })
  await page.evaluate(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    navigator.clipboard.writeText = async (text) => {
      document.title = text
    }
  })
  await button(sharing, 'Copiar enlace').click()
  await expect(sharing.getByRole('status')).toContainText('Enlace copiado')
  const link = await page.title()
  await button(sharing, 'Listo').click()
  return link
}

/** Signs the payment that 'Pagar ahora' proposes, or all of it, and returns its link. */
async function signPayment(page: Page, all = false): Promise<string> {
  await debts(page)
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
  await button(paying, 'Firmar pago y enviarle el enlace').click()
  const signing = page.getByRole('dialog', { name: 'Pagar con un enlace' })
  if (all) await button(signing, 'Pagar todo').click()
  await button(signing, 'Firmar y crear el enlace').click()
  return copyLink(page, 'Tu pago por enlace')
}

test('luis, who never has ether, asks by link, gets the money, pays twice by link, and is done', async ({
  arrive,
  browser,
  world,
}) => {
  const etherOfLuis = () => getBalance(world.client, { address: luis.address })
  const borrower = await arrive(LUIS, 5, '0')

  const asked = await test.step('luis finds the link chosen, and signs', async () => {
    const form = publishForm(borrower)
    await form.getByRole('tab', { name: 'Pedir', exact: true }).click()
    await expect(form.getByRole('radio', { name: /^Compartir por enlace, sin comisión/ })).toBeChecked()
    await fillOffer(borrower, { amount: '120', apr: '10', note: 'Para la moto' })
    await form.getByRole('combobox', { name: 'Plazo', exact: true }).selectOption('90 días')
    await form.getByRole('radio', { name: '3 cuotas', exact: true }).check()
    await button(form, 'Compartir por enlace, sin comisión').click()
    return copyLink(borrower, 'Tu solicitud por enlace')
  })
  expect(asked.length).toBeLessThan(700)

  const context = await browser.newContext()
  const lender = await context.newPage()
  await test.step('ana opens the link, logs in, and lends', async () => {
    await world.client.setBalance({ address: ana.address, value: parseEther('1') })
    await fund(world, ana.address, 1_000)
    await lender.goto(asked)
    await expectLogin(lender)
    await openThroughDoor(lender, ANA)
    const lending = lender.getByRole('dialog', { name: /^Prestar a 0x/ })
    await expect(lending).toContainText(/Le prestas\s*\$ 120\.00.*todavía no hay nada en la red/s)
    await button(lending, 'Prestar $ 120.00').click()
    await expect(lending).toBeHidden()
    await expect(debts(borrower).first()).toContainText(/\$ 120\.00.*Próxima cuota: \$ 40\.99/s)
    expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([880n * DOLLAR, 125n * DOLLAR])
  })

  const collect = async (link: string, amount: string) => {
    // Pasted over the address of the open page: the wallet stays open.
    await lender.evaluate((address) => location.assign(address), link)
    const collecting = lender.getByRole('dialog').filter({ has: button(lender, `Cobrar ${amount}`) })
    await button(collecting, `Cobrar ${amount}`).click()
    await expect(collecting).toBeHidden()
  }

  await test.step('he signs the first instalment, and she collects it', async () => {
    const link = await signPayment(borrower)
    await expect(debts(borrower).first()).toContainText('Pago firmado de $ 40.99')
    await collect(link, '$ 40.99')
    await expect(debtors(lender).first()).toContainText('Pagado: $ 40.99 / $ 122.96 (33%)')
    await expect(debts(borrower).first()).not.toContainText('Pago firmado')
  })

  await test.step('he signs the rest, and nobody owes anything', async () => {
    await collect(await signPayment(borrower, true), '$ 81.97')
    await leaveEnd(lender)
    await showEnded(lender, 'Mis Deudores')
    await showEnded(borrower, 'Mis Deudas')
  })

  expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([
    1_000n * DOLLAR + 2_958_905n,
    5n * DOLLAR - 2_958_905n,
  ])
  expect(await etherOfLuis()).toBe(0n)
  expect(await getTransactionCount(world.client, { address: luis.address })).toBe(0)
  await context.close()
})
