import type { Locator, Page } from '@playwright/test'
import { type Address, encodeFunctionData, parseEther, parseGwei } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { compileTests } from '../../contracts/compile.ts'
import { people } from '../../devchain/people.ts'
import { createTransactionSender } from '../../devchain/transactionSender.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { ANA, ana, LUIS, luis, test } from '../support/arrive.ts'
import {
  debtors,
  debts,
  market,
  offers,
  publishOffer,
  publishStatus,
  recordStatus,
  showEnded,
  underWay,
} from '../support/dashboard.ts'
import { expect, type World } from '../support/fixtures.ts'
import { balanceOf } from '../support/money.ts'
import { faults } from '../support/node.ts'
import { deploymentOf, pay, publish, take } from '../support/others.ts'
import { alert, button, header, openDashboard } from '../support/steps.ts'

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
  await expect(offer(lender, 'Para el taller')).toContainText('Tu oferta')

  const taking = await request(borrower, 'Para el taller')
  await expect(taking).toContainText(/Recibes\s*\$ 300\.00/)
  await expect(taking).toContainText(/Devuelves\s*\$ 302\.47/)
  await expect(taking).toContainText(/A más tardar\s*\d+ \w+ \d{4}, \d\d:\d\d/)
  await expect(taking).toContainText(/Interés fijo\s*10 % APR · \$ 2\.47/)
  await expect(taking).toContainText(/Comisión de red \(máx\.\)\s*≈ \$ \d+\.\d\d · 0\.\d{6} ETH/)
  await expect(taking).toContainText('Sin historial')
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
  await expect(alert(borrower)).toContainText(/Pagaste \$ 100\.50 del préstamo n\.º \d+\./)
  expect(await balanceOf(world, luis.address)).toBe(249_500_000n)
  await expect(debtors(lender).first()).toContainText('Pagado: $ 100.50 / $ 302.47 (33%)')

  const rest = await openPayment(borrower, '')
  await expect(rest).toContainText(/Te falta por pagar\s*\$ 201\.97/)
  await button(rest, 'Pagar todo').click()
  await expect(rest.getByLabel('Monto')).toHaveValue('201.97')
  await expect(rest).toContainText(/Quedarás debiendo\s*\$ 0\.00/)
  await button(rest, 'Pagar $ 201.97').click()
  await expect(rest).toBeHidden()
  // Exact: 300 plus 2.465754 of interest, not the rounded 302.47 that is shown.
  expect(await balanceOf(world, luis.address)).toBe(350n * DOLLAR - 302_465_754n)
  expect(await balanceOf(world, ana.address)).toBe(1_002_465_754n)
  await showEnded(borrower, 'Mis Deudas')
  await expect(debts(borrower).first()).toContainText('Devuelto')
  await showEnded(lender, 'Mis Deudores')
  await expect(debtors(lender).first()).toContainText('Devuelto')
})

test('somebody else pays a part, and the open dialog follows what is owed', async ({ arrive, world }) => {
  await world.client.setBalance({ address: luis.address, value: parseEther('1') })
  await take(world, luis, 1n)
  const borrower = await arrive(LUIS, 300)
  const payment = await openPayment(borrower, '500')
  await expect(payment).toContainText(/Te falta por pagar\s*\$ 302\.47/)
  await expect(payment).toContainText('Es más de lo que debes: se pagarán solo $ 302.47.')

  await pay(world, people.eva, 1n, 100n * DOLLAR)

  await expect(payment).toContainText(/Te falta por pagar\s*\$ 202\.47/)
  await expect(payment).toContainText('Es más de lo que debes: se pagarán solo $ 202.47.')
  await button(payment, 'Pagar $ 202.47').click()
  await expect(payment).toBeHidden()
  await showEnded(borrower, 'Mis Deudas')
  await expect(debts(borrower).first()).toContainText('Devuelto')
  expect(await balanceOf(world, luis.address)).toBe(300n * DOLLAR - 202_465_754n)
})

test('a lender whom the token refused withdraws what the contract kept', async ({ arrive, world }) => {
  await world.client.setBalance({ address: ana.address, value: parseEther('1') })
  const id = await publish(world, ana, { principal: 100n * DOLLAR })
  await take(world, people.luis, id)
  const setBlocked = await makeBlocking(world)
  await setBlocked(ana.address, true)
  await pay(world, people.luis, id, 40n * DOLLAR)

  const lender = await arrive(ANA, 0)
  await expect(debtors(lender).first()).toContainText('Pagado: $ 40.00')
  await expect(lender.getByText('Tienes $ 40.00 que el contrato guarda para ti')).toBeVisible()
  await button(lender, 'Retirar a mi billetera').click()
  const withdrawal = dialog(lender, 'Retirar a mi billetera')
  await expect(alert(withdrawal)).toContainText('Los dólares no se pudieron entregar.')
  await expect(button(withdrawal, 'Retirar')).toBeDisabled()
  await button(withdrawal, 'Ahora no').click()

  await setBlocked(ana.address, false)
  await button(lender, 'Retirar a mi billetera').click()
  await button(withdrawal, 'Retirar').click()
  await expect(withdrawal).toBeHidden()
  await expect(alert(lender)).toContainText('Retiraste $ 40.00 a tu billetera.')
  await expect(button(lender, 'Retirar a mi billetera')).toBeHidden()
  expect(await balanceOf(world, ana.address)).toBe(40n * DOLLAR)
})

test('an offer shows at once, stays without a gap, and gives its money back when it is cancelled, after one more question', async ({
  arrive,
  world,
}) => {
  const lender = await arrive(ANA, 1_000)
  await world.client.setAutomine(false)
  await publishOffer(lender, { amount: '150', apr: '5', note: 'En un momento', to: luis.address })
  const card = offer(lender, 'En un momento')
  await expect(card).toContainText(/Tu oferta\s*En camino/)
  await expect(card).toContainText(`Para ${luis.address.slice(0, 6)}…${luis.address.slice(-4)}`)
  await expect(card.getByRole('button')).toBeHidden()
  await expect(market(lender).getByRole('listitem').first()).toContainText('En un momento')
  const pending = underWay(lender)
  await expect(pending).toContainText(/Publicar oferta de \$ 150\.00\s*TX enviada · esperando confirmación · 0x\w{4}…\w{4}/)

  const gaps = await lender.evaluateHandle(() => {
    const seen = { frames: 0, gaps: 0 }
    const look = () => {
      seen.frames++
      if (!document.body.textContent?.includes('En un momento')) seen.gaps++
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await world.client.mine({ blocks: 1 })
  await published(lender)
  await expect(card).not.toContainText('En camino')
  await expect(card.getByRole('button', { name: 'Cancelar oferta de $ 150.00' })).toBeVisible()
  await expect(pending).toBeHidden()
  const { frames, gaps: gapCount } = await gaps.jsonValue()
  expect(frames).toBeGreaterThan(10)
  expect(gapCount).toBe(0)
  expect(await balanceOf(world, ana.address)).toBe(850n * DOLLAR)

  await button(lender, 'Cancelar oferta de $ 150.00').click()
  const question = dialog(lender, '¿Cancelar esta oferta?')
  await expect(question).toContainText('Los $ 150.00 vuelven a tu billetera y la oferta deja de verse.')
  await expect(question).toContainText('Alguien puede tomarla antes')
  await button(question, 'Conservarla').click()
  await expect(question).toBeHidden()
  await expect(button(lender, 'Cancelar oferta de $ 150.00')).toBeFocused()

  await button(lender, 'Cancelar oferta de $ 150.00').click()
  await button(question, 'Cancelar oferta').dblclick()
  await expect(question.getByRole('status')).toContainText('Puedes cerrar esta ventana')
  await button(question, 'Seguir en el panel').click()
  await expect(card).toContainText('En camino')
  await expect(pending.getByRole('listitem')).toHaveCount(1)
  await expect(pending).toContainText('Cancelar oferta de $ 150.00')
  await world.client.mine({ blocks: 1 })
  await expect(alert(lender)).toContainText('Oferta cancelada: recuperaste $ 150.00.')
  await expect(card).toBeHidden()
  expect(await balanceOf(world, ana.address)).toBe(1_000n * DOLLAR)
})

test('an operation that hangs can be sped up and annulled', async ({ arrive, world }) => {
  const borrower = await arrive(LUIS, 0)
  await world.client.setAutomine(false)
  const taking = await request(borrower, 'Para una emergencia')
  await button(taking, 'Aceptar préstamo').click()
  await button(taking, 'Seguir en el panel').click()
  const pending = underWay(borrower)
  await expect(pending).toContainText('Tomar préstamo de $ 300.00')
  await expect(pending.getByRole('button')).toHaveCount(0)

  await mineAboveItsFee(world, '20')
  await expect(pending).toContainText(
    /Acelerar la envía otra vez con una comisión mayor: hasta 0\.\d{6} ETH\..* hasta 0\.\d{6} ETH\./,
  )
  await pending.getByRole('button', { name: 'Acelerar: Tomar préstamo de $ 300.00' }).click()
  await expect(pending.getByRole('button')).toHaveCount(0)

  await mineAboveItsFee(world, '60')
  await expect(pending).toContainText(/solo pagas su comisión, hasta 0\.\d{6} ETH\./)
  await pending.getByRole('button', { name: 'Anular: Tomar préstamo de $ 300.00' }).dblclick()
  await expect(pending).toContainText('Anulación enviada · esperando confirmación')
  await world.client.mine({ blocks: 1 })
  await expect(alert(borrower)).toContainText('Anulaste: Tomar préstamo de $ 300.00. Solo se pagó la comisión de la red.')
  expect(await balanceOf(world, luis.address)).toBe(0n)
  const { status } = await readContract(world.client, {
    address: deploymentOf(world).loanBook,
    abi: loanBookAbi,
    functionName: 'getOffer',
    args: [1n],
  })
  expect(status).toBe(1)
})

test.describe('before it is sent', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('an offer that is gone says so and cannot be taken; without a network one can try again', async ({ page, world }) => {
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')

    world.node.breakWith(faults.httpError, 'eth_estimateGas')
    const taking = await request(page, 'Para una emergencia')
    await expect(alert(taking)).toContainText('La red no responde.')
    await world.node.heal()
    await button(taking, 'Reintentar').click()
    await expect(taking).toContainText('≈ $')
    await expect(button(taking, 'Aceptar préstamo')).toBeEnabled()

    await take(world, people.eva, 1n)
    await button(taking, 'Aceptar préstamo').click()
    await expect(alert(taking)).toContainText('No se completó. Otra persona la tomó antes.')
    await expect(button(taking, 'Aceptar préstamo')).toBeDisabled()
  })
})

test('an account with nothing is pointed to test funds, and gets ether and dollars', async ({ page, world }) => {
  await openDashboard(page, LUIS)
  await expect(header(page)).toContainText('No tienes ETH')
  await button(header(page), 'Obtener fondos de prueba').dblclick()
  await expect(alert(page)).toContainText('Recibiste dólares de prueba.')
  await expect(header(page)).toContainText(/Para prestar y pagar\s*\$ 1000\.00/)
  await expect(header(page)).not.toContainText('No tienes ETH')
  const held = await getBalance(world.client, { address: luis.address })
  expect(held > parseEther('1.99') && held < parseEther('2')).toBe(true)

  await button(header(page), 'Obtener fondos de prueba').click()
  await expect(alert(page)).toContainText('Recibiste 2 ETH de prueba. Ya pediste dólares hace poco.')
  expect(await getBalance(world.client, { address: luis.address })).toBe(held + parseEther('2'))
})

/** Replaces the dollar's code by BlockingDollar, which has a blocklist of recipients. Balances stay. */
async function makeBlocking(world: World) {
  const { dollar } = deploymentOf(world)
  const blocking = (await compileTests())['contracts/test/tokens/BlockingDollar.sol']?.BlockingDollar
  if (!blocking) throw new Error('There is no BlockingDollar among the contracts.')
  const { abi, evm } = blocking
  await world.client.setCode({ address: dollar, bytecode: `0x${evm.deployedBytecode.object}` })
  const { send } = await createTransactionSender({ transport: world.chain.transport, account: people.eva })
  return (receiver: Address, isBlocked: boolean) =>
    send({ to: dollar, data: encodeFunctionData({ abi, functionName: 'setBlocked', args: [receiver, isBlocked] }) })
}

/** Mines four blocks with a base fee above the pending transaction's maxFeePerGas. */
async function mineAboveItsFee({ client }: World, gwei: string) {
  for (let block = 0; block < 4; block++) {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) })
    await client.mine({ blocks: 1 })
  }
}
