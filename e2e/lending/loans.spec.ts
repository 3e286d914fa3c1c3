// The account's loans, in every status.
import type { LocalAccount } from 'viem'
import { people } from '../../devchain/people.ts'
import { limits } from '../../web/loans/limits.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { debtors, debts, showEnded } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { cancel, pay, publish, take, type World } from '../support/others.ts'
import { button, openDashboard, section } from '../support/steps.ts'

const me = people.deployer
// Keeps the expected days right even if the test takes minutes.
const SLACK_SECONDS = 600

async function lend(world: World, lender: LocalAccount, borrower: LocalAccount, terms: Parameters<typeof publish>[2]) {
  const id = await publish(world, lender, terms)
  await take(world, borrower, id)
  return id
}

/** The account as lender and as borrower. */
const sides = [
  { side: 'Mis Deudores' as const, loans: debtors, lender: me, borrower: people.luis, other: '0x3C44…93BC' },
  { side: 'Mis Deudas' as const, loans: debts, lender: people.ana, borrower: me, other: '0x7099…79C8' },
]

test('X1 X2 X3 X4 each loan says how many days are left by the chain and how much is paid, whatever the device believes', async ({
  page,
  world,
}) => {
  // The device's clock is a year behind: days are counted by the chain's.
  await page.clock.setFixedTime(Date.now() - 365 * DAY * 1000)
  for (const { lender, borrower } of sides) {
    await lend(world, lender, borrower, { principal: 10n * DOLLAR, seconds: 15 * DAY + SLACK_SECONDS })
    await lend(world, lender, borrower, { principal: 20n * DOLLAR, seconds: 20 * DAY + SLACK_SECONDS })
    await lend(world, lender, borrower, { principal: 30n * DOLLAR, seconds: 23 * DAY + SLACK_SECONDS })
    const partly = await lend(world, lender, borrower, {
      principal: 40n * DOLLAR,
      seconds: 24 * DAY + SLACK_SECONDS,
      note: 'Por partes.',
    })
    const whole = await lend(world, lender, borrower, { principal: 50n * DOLLAR, seconds: 30 * DAY })
    await pay(world, borrower, partly, 10n * DOLLAR)
    await pay(world, borrower, whole, 60n * DOLLAR)
  }
  await world.client.increaseTime({ seconds: 20 * DAY })
  await world.client.mine({ blocks: 1 })
  await openDashboard(page)
  await button(section(page, 'Mis Deudores'), 'Ocultar ejemplos').click()

  for (const { side, loans: loansOf, other } of sides) {
    const loans = loansOf(page)
    await expect(loans).toHaveCount(4)
    // The one that is due first comes first, and what is repaid last, folded.
    await showEnded(page, side)
    await expect(loans).toHaveCount(5)
    await expect(loans.nth(4)).toContainText(/\$ 50\.00.*Devuelto.*Pagado: \$ 50\.42 \/ \$ 50\.42 \(100%\)/s)
    await expect(loans.nth(3)).toContainText(
      /\$ 40\.00.*A tiempo \(4d\).*Pagado: \$ 10\.00 \/ \$ 40\.27 \(25%\).*10 % APR.*Por partes\./s,
    )
    await expect(loans.nth(2)).toContainText(/\$ 30\.00.*Vence en 3d.*Pagado: \$ 0\.00 \/ \$ 30\.19 \(0%\)/s)
    await expect(loans.nth(1)).toContainText(/\$ 20\.00.*Vence en 0d/s)
    await expect(loans.nth(0)).toContainText(/\$ 10\.00.*Vencido 5d/s)
    for (const loan of await loans.all()) await expect(loan).toContainText(other)
  }
})

test('X3 in instalments the chip counts to the next unpaid one, and the card says how much it is and when', async ({
  page,
  world,
}) => {
  const terms = { principal: 300n * DOLLAR, seconds: 30 * DAY, apr: 1000, instalments: 3 }
  const paid = await lend(world, people.ana, me, terms)
  await pay(world, me, paid, 101n * DOLLAR)
  await lend(world, people.ana, me, { ...terms, principal: 600n * DOLLAR })
  await world.client.increaseTime({ seconds: 11 * DAY })
  await world.client.mine({ blocks: 1 })
  await openDashboard(page)

  // 302.47 and 604.94 in three parts.
  await expect(debts(page).nth(0)).toContainText(/\$ 600\.00.*Vencido 2d.*Cuota vencida: \$ 201\.65 del .*Cuotas0 de 3/s)
  await expect(debts(page).nth(1)).toContainText(/\$ 300\.00.*A tiempo \(8d\).*Próxima cuota: \$ 100\.65 el .*Cuotas1 de 3/s)
})

test('every loan is within reach, and the sums count those that are not shown yet', async ({ page, world }) => {
  for (let dollars = 1n; dollars <= 10n; dollars++) {
    const lasts = Number(30n - dollars) * DAY
    await lend(world, people.ana, me, { principal: dollars * DOLLAR, seconds: lasts, apr: 1 })
  }
  await openDashboard(page)
  await button(section(page, 'Mis Deudas'), 'Ocultar ejemplos').click()

  await expect(debts(page)).toHaveCount(4)
  await expect(debts(page).first()).toContainText('$ 10.00')
  await expect(section(page, 'Tu cuenta')).toContainText('$ 55.01')

  await button(section(page, 'Mis Deudas'), 'Ver 6 más').click()
  await expect(debts(page)).toHaveCount(10)
  await expect(debts(page).last()).toContainText('$ 1.00')
  await expect(section(page, 'Mis Deudas').getByRole('button', { name: /^Ver .* más$/ })).toHaveCount(0)
})

test('26 debts, the oldest of them overdue: it comes first, the section says how many there are, and all are within reach', async ({
  page,
  world,
}) => {
  await lend(world, people.ana, me, { principal: 99n * DOLLAR, seconds: DAY, apr: 1 })
  for (let loan = 0; loan < 25; loan++) await lend(world, people.ana, me, { principal: DOLLAR, seconds: 30 * DAY, apr: 1 })
  await world.client.increaseTime({ seconds: 3 * DAY })
  await world.client.mine({ blocks: 1 })
  await openDashboard(page)
  const own = section(page, 'Mis Deudas')
  await button(own, 'Ocultar ejemplos').click()

  await expect(own).toContainText('26 deudas')
  await expect(debts(page).first()).toContainText(/\$ 99\.00.*Vencido 3d/s)
  await expect(section(page, 'Tu cuenta')).toContainText('$ 124.01')
  await button(own, 'Ver 22 más').click()
  await expect(debts(page)).toHaveCount(26)
})

test('25 newer offers that were cancelled hide no debtor', async ({ page, world }) => {
  await lend(world, me, people.luis, { principal: 77n * DOLLAR, apr: 1 })
  for (let offer = 0; offer < 25; offer++) await cancel(world, me, await publish(world, me, {}))
  await openDashboard(page)
  await expect(section(page, 'Mis Deudores')).toContainText('1 préstamo')
  await expect(section(page, 'Mis Deudores')).not.toContainText('1 préstamos')
  await expect(debtors(page).first()).toContainText('$ 77.00')
  await expect(section(page, 'Tu cuenta')).toContainText('$ 77.01')
})

test('the largest loans that the contract takes are drawn whole on the narrowest phone', async ({ page, world }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  for (const { lender, borrower } of sides) {
    const id = await lend(world, lender, borrower, {
      principal: limits.principal.max,
      apr: Number(limits.apr.max),
      seconds: Number(limits.duration.max),
      note: 'W'.repeat(280),
    })
    await pay(world, borrower, id, limits.principal.max)
  }
  await openDashboard(page)

  for (const { loans } of sides) {
    const loan = loans(page).first()
    await expect(loan).toContainText('$ 72,057,594,037.92')
    await expect(loan).toContainText('655.35 % APR')
    await expect(loan).toContainText(/Pagado: \$ 72,057,594,037\.92 \/ \$ 64,3\d\d(,\d{3}){3}\.\d\d \(0%\)/)
    await expect(loan).toContainText('W'.repeat(280))
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
