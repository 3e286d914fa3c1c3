// A whole life between two browsers: ask → link → lend → pay by instalments, one of them late → more time → forgive the rest.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { test } from '../support/arrive.ts'
import {
  chooseOnDebtor,
  debtors,
  debts,
  fillOfferAndSeeFee,
  publishForm,
  publishStatus,
  sharing,
  showEnded,
} from '../support/dashboard.ts'
import { openThroughDoor } from '../support/door.ts'
import { expect, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { button, expectLogin } from '../support/steps.ts'
import { ANA, ana, LUIS, luis } from '../support/twoPeople.ts'

/** 120 dollars at 10 % for 90 days are 122.958905 in all; a third of it, rounded up to the cent. */
const FIRST = 40_990_000n

const lending = (page: Page) => page.getByRole('dialog', { name: /^Prestar a 0x/ })

async function pass({ client }: World, days: number) {
  await client.increaseTime({ seconds: days * DAY })
  await client.mine({ blocks: 1 })
}

test('luis asks and sends the link, ana lends, he pays and falls behind, she gives time and forgives the rest', {
  tag: '@journey',
}, async ({ arrive, browser, world }) => {
  const borrower = await arrive(LUIS, 10)

  const link = await test.step('luis asks, and has the link of his request in one press', async () => {
    const form = publishForm(borrower)
    await form.getByRole('tab', { name: 'Pedir', exact: true }).click()
    await fillOfferAndSeeFee(borrower, { amount: '120', apr: '10', note: 'Para la moto' })
    await form.getByRole('combobox', { name: 'Plazo', exact: true }).selectOption('90 días')
    await form.getByRole('radio', { name: '3 cuotas', exact: true }).check()
    await borrower.evaluate(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share')
      navigator.clipboard.writeText = async (text) => {
        document.title = text
      }
    })
    await button(form, 'Publicar solicitud').click()
    await expect(publishStatus(borrower)).toHaveText('Solicitud publicada')
    await button(sharing(borrower), 'Copiar mensaje').click()
    await expect(sharing(borrower)).toContainText('Mensaje con el enlace copiado.')
    const message = await borrower.title()
    expect(message).toContain('¿Me podrías prestar $ 120.00? Te devolvería $ 122.96 en 3 cuotas, a lo largo de 90 días.')
    await button(sharing(borrower), 'Ver mi solicitud').click()
    await expect(button(borrower, 'Retirar solicitud de $ 120.00')).toBeInViewport()
    return message.match(/http\S+/)?.[0] ?? ''
  })
  expect(new URL(link).pathname).toBe('/dashboard')

  const context = await browser.newContext()
  const lender = await context.newPage()
  await test.step('ana follows the link, opens her wallet, and lends', async () => {
    await world.client.setBalance({ address: ana.address, value: parseEther('1') })
    await fund(world, ana.address, 1_000)
    await lender.goto(link)
    await expectLogin(lender)
    await openThroughDoor(lender, ANA)
    await expect(lending(lender)).toContainText(/Le prestas\s*\$ 120\.00/)
    await button(lending(lender), 'Prestar $ 120.00').click()
    await expect(lending(lender)).toBeHidden()
    await expect(debtors(lender).first()).toContainText(/\$ 120\.00.*Pagado: \$ 0\.00 \/ \$ 122\.96/s)
    await expect(debts(borrower).first()).toContainText(/\$ 120\.00.*Próxima cuota: \$ 40\.99/s)
    expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([880n * DOLLAR, 130n * DOLLAR])
  })

  await test.step('he pays the first instalment, and is late with the second on both screens', async () => {
    await debts(borrower)
      .first()
      .getByRole('button', { name: /^Pagar ahora/ })
      .click()
    const paying = borrower.getByRole('dialog', { name: 'Pagar préstamo' })
    await button(paying, 'Pagar $ 40.99').click()
    await expect(paying).toBeHidden()
    await expect(debtors(lender).first()).toContainText('Pagado: $ 40.99 / $ 122.96 (33%)')
    await pass(world, 62)
    for (const loans of [debtors(lender), debts(borrower)]) {
      await expect(loans.first()).toContainText(/Vencido [23]d.*Cuota vencida: \$ 40\.99/s)
    }
  })

  await test.step('she gives more time, and he is late no more', async () => {
    await chooseOnDebtor(lender, 'Dar más tiempo')
    const extending = lender.getByRole('dialog', { name: 'Dar más tiempo' })
    await extending.getByRole('radio', { name: '30 días' }).check()
    await button(extending, 'Dar 30 días más').click()
    await expect(extending).toBeHidden()
    for (const loans of [debtors(lender), debts(borrower)]) await expect(loans.first()).toContainText(/A tiempo \(1[78]d\)/)
  })

  await test.step('she forgives the rest, and nobody owes anything', async () => {
    await chooseOnDebtor(lender, 'Perdonar')
    const forgiving = lender.getByRole('dialog', { name: '¿Perdonar lo que falta?' })
    await button(forgiving, 'Perdonar $ 81.97').click()
    await expect(forgiving).toBeHidden()
    await showEnded(lender, 'Mis Deudores', 'Terminados (1)')
    await showEnded(borrower, 'Mis Deudas', 'Terminados (1)')
    for (const loans of [debtors(lender), debts(borrower)]) await expect(loans.first()).toContainText('Perdonado')
  })

  expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([
    880n * DOLLAR + FIRST,
    130n * DOLLAR - FIRST,
  ])
  await context.close()
})
