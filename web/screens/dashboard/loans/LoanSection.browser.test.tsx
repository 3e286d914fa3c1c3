// The account's loans, in every status.
import type { LocalAccount } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { pay, publish, take } from '../../../../e2e/support/others.ts'
import { limits } from '../../../loans/limits.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard, unmount } from '../../../testing/mount.tsx'
import { button, debtors, debts, dialog, header, section, showEnded } from '../../../testing/screen.ts'
import { provideShareSheet } from '../../../testing/share.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const me = people.deployer
// Keeps the expected days right even if the test takes minutes.
const SLACK_SECONDS = 600

let world: World
beforeEach(async () => {
  world = await beginWorld()
})
afterEach(async () => {
  // Before the clock is right again: a wallet locks itself after so much time.
  unmount()
  vi.useRealTimers()
  await page.viewport(1280, 720)
})

async function lend(lender: LocalAccount, borrower: LocalAccount, terms: Parameters<typeof publish>[2]) {
  const id = await publish(world, lender, terms)
  await take(world, borrower, id)
  return id
}

async function passDays(days: number) {
  await world.client.increaseTime({ seconds: days * DAY })
  await world.client.mine({ blocks: 1 })
}

const shown = (loans: typeof debts) => expect.poll(() => loans().elements())

/** The account as lender and as borrower. */
const sides = [
  { side: 'Mis Deudores' as const, loans: debtors, lender: me, borrower: people.luis, other: '0x3C44…93BC' },
  { side: 'Mis Deudas' as const, loans: debts, lender: people.ana, borrower: me, other: '0x7099…79C8' },
]

test('X1 X2 X3 X4 each loan says how many days are left by the chain and how much is paid, whatever the device believes', async () => {
  for (const { lender, borrower } of sides) {
    await lend(lender, borrower, { principal: 10n * DOLLAR, seconds: 15 * DAY + SLACK_SECONDS })
    await lend(lender, borrower, { principal: 20n * DOLLAR, seconds: 20 * DAY + SLACK_SECONDS })
    await lend(lender, borrower, { principal: 30n * DOLLAR, seconds: 23 * DAY + SLACK_SECONDS })
    const partly = await lend(lender, borrower, {
      principal: 40n * DOLLAR,
      seconds: 24 * DAY + SLACK_SECONDS,
      note: 'Por partes.',
    })
    const whole = await lend(lender, borrower, { principal: 50n * DOLLAR, seconds: 30 * DAY })
    await pay(world, borrower, partly, 10n * DOLLAR)
    await pay(world, borrower, whole, 60n * DOLLAR)
  }
  await passDays(20)
  // The device's clock is a year behind: days are counted by the chain's.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 365 * DAY * 1000 })
  await openDashboard(TEST_PHRASE)
  await button('Ocultar ejemplos', section('Mis Deudores')).click()

  for (const { side, loans, other } of sides) {
    await shown(loans).toHaveLength(4)
    // The one that is due first comes first, and what is repaid last, folded.
    await showEnded(side)
    await shown(loans).toHaveLength(5)
    await expect.element(loans().nth(4)).toHaveTextContent(/\$ 50\.00.*Devuelto.*Pagado: \$ 50\.42 \/ \$ 50\.42 \(100%\)/)
    await expect
      .element(loans().nth(3))
      .toHaveTextContent(/\$ 40\.00.*A tiempo \(4d\).*Pagado: \$ 10\.00 \/ \$ 40\.27 \(25%\).*10 % APR.*Por partes\./)
    await expect.element(loans().nth(2)).toHaveTextContent(/\$ 30\.00.*Vence en 3d.*Pagado: \$ 0\.00 \/ \$ 30\.19 \(0%\)/)
    await expect.element(loans().nth(1)).toHaveTextContent(/\$ 20\.00.*Vence en 0d/)
    await expect.element(loans().nth(0)).toHaveTextContent(/\$ 10\.00.*Vencido 5d/)
    for (const loan of loans().all()) await expect.element(loan).toHaveTextContent(other)
  }

  // X1: what a late debtor is reminded of.
  const shared = provideShareSheet()
  await page.getByRole('button', { name: /^Recordar pago \$ 10\.00/ }).click()
  await expect.poll(() => shared).toEqual([{ text: expect.stringMatching(/faltan \$ 10\.05 .*, hace 4 días\./) }])
  // X7 X8: of what is late, debts of mine come first.
  await page.getByRole('navigation').getByRole('link', { name: 'Mis préstamos' }).click()
  await expect.element(debts().first()).toHaveFocus()
  // X2: what a part leaves.
  await debts()
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const payment = dialog('Pagar préstamo')
  await payment.getByLabelText('Monto').fill('3')
  await expect.element(payment).toHaveTextContent(/Quedarás debiendo\s*\$ 7\.05/)
})

test('X3 in instalments the chip counts to the next unpaid one, and the card says how much it is and when', async () => {
  const terms = { principal: 300n * DOLLAR, seconds: 30 * DAY, apr: 1000, instalments: 3 }
  const paid = await lend(people.ana, me, terms)
  await pay(world, me, paid, 101n * DOLLAR)
  await lend(people.ana, me, { ...terms, principal: 600n * DOLLAR })
  await passDays(11)
  await openDashboard(TEST_PHRASE)

  // 302.47 and 604.94 in three parts.
  await expect.element(debts().nth(0)).toHaveTextContent(/\$ 600\.00.*Vencido 2d.*Cuota vencida: \$ 201\.65 del .*Cuotas0 de 3/)
  await expect
    .element(debts().nth(1))
    .toHaveTextContent(/\$ 300\.00.*A tiempo \(8d\).*Próxima cuota: \$ 100\.65 el .*Cuotas1 de 3/)
})

// web/board/own/ownLoansRead.test.ts tests longer lists.
test('every loan is within reach, and the sums count those that are not shown yet', { tags: 'long' }, async () => {
  for (let dollars = 1n; dollars <= 10n; dollars++) {
    const lasts = Number(30n - dollars) * DAY
    await lend(people.ana, me, { principal: dollars * DOLLAR, seconds: lasts, apr: 1 })
  }
  await openDashboard(TEST_PHRASE)
  const own = section('Mis Deudas')
  await button('Ocultar ejemplos', own).click()

  await shown(debts).toHaveLength(4)
  await expect.element(own).toHaveTextContent('10 deudas')
  await expect.element(debts().first()).toHaveTextContent('$ 10.00')
  await expect.element(header()).toHaveTextContent('$ 55.01')

  await button('Ver 6 más', own).click()
  await shown(debts).toHaveLength(10)
  await expect.element(debts().last()).toHaveTextContent('$ 1.00')
  await expect.element(own.getByRole('button', { name: /^Ver .* más$/ })).not.toBeInTheDocument()
})

test('X7 what is owed comes first; what was repaid and the examples are folded below, with their number', {
  tags: 'long',
}, async () => {
  await lend(people.ana, me, { principal: 20n * DOLLAR, apr: 1 })
  const repaid = await lend(people.ana, me, { principal: 10n * DOLLAR, seconds: 15 * DAY, apr: 1 })
  await pay(world, me, repaid, 20n * DOLLAR)
  await openDashboard(TEST_PHRASE)
  const own = section('Mis Deudas')
  await shown(debts).toHaveLength(1)
  await expect.element(own).toHaveTextContent('1 deuda')
  await expect.element(own).not.toHaveTextContent('1 deudas')
  await expect.element(debts().first()).toHaveTextContent('$ 20.00')
  await button('Devueltos (1)', own).click()
  await shown(debts).toHaveLength(2)
  await expect.element(debts().last()).toHaveTextContent(/\$ 10\.00.*Devuelto/)
  await button('Ejemplos (2)', own).click()
  await shown(debts).toHaveLength(4)
  await button('Devueltos (1)', own).click()
  await shown(debts).toHaveLength(3)

  // The other section has no real loan: its examples stand open.
  await shown(debtors).toHaveLength(2)
  await expect.element(section('Mis Deudores').getByRole('button', { name: /^Ejemplos/ })).not.toBeInTheDocument()
})

test('X7 an empty section leads with one press to where its first loan comes from', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  await button('Ocultar ejemplos', section('Mis Deudores')).click()
  await button('Hacer una oferta', section('Mis Deudores')).click()
  await expect.element(page.getByRole('heading', { name: 'Publicar préstamo' })).toHaveFocus()
  await button('Ver ofertas', section('Mis Deudas')).click()
  await expect.element(page.getByRole('heading', { name: 'Marketplace de Préstamos' })).toHaveFocus()
})

test('the largest loans that the contract takes are drawn whole on the narrowest phone', async () => {
  await page.viewport(320, 720)
  for (const { lender, borrower } of sides) {
    const id = await lend(lender, borrower, {
      principal: limits.principal.max,
      apr: Number(limits.apr.max),
      seconds: Number(limits.duration.max),
      note: 'W'.repeat(280),
    })
    await pay(world, borrower, id, limits.principal.max)
  }
  await openDashboard(TEST_PHRASE)

  for (const { loans } of sides) {
    const loan = loans().first()
    await expect.element(loan).toHaveTextContent('$ 72,057,594,037.92')
    await expect.element(loan).toHaveTextContent('655.35 % APR')
    await expect.element(loan).toHaveTextContent(/Pagado: \$ 72,057,594,037\.92 \/ \$ 64,3\d\d(,\d{3}){3}\.\d\d \(0%\)/)
    await expect.element(loan).toHaveTextContent('W'.repeat(280))
  }
  expect(document.documentElement.scrollWidth).toBe(320)
})
