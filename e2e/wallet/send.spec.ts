// 'Enviar' where a real browser matters: the whole way, touch, axe. web/commands/send/SendDialog.browser.test.tsx tests the rest, and
// web/chain/send/transfers.test.ts what is signed.
import type { Locator, Page } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import { people } from '../../devchain/people.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { shortAddress } from '../../web/text/shortHex.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { lookAlikeOf, publish, take } from '../support/others.ts'
import { addContact, alert, button, header, openDashboard, TEST_ADDRESS } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const { deployer: me, luis } = people
const FEE = /≈ \$ \d+\.\d\d · 0\.\d{6} ETH/
const LOOK_ALIKE = lookAlikeOf(luis.address)

const sending = (page: Page) => page.getByRole('dialog', { name: 'Enviar', exact: true })

test('dollars: to whom, how much, read once more, and they are there; the dialog closes by itself', { tag: '@journey' }, async ({
  page,
  world,
}) => {
  await begin(page, world)
  const before = await balanceOf(world, luis.address)
  const dialog = await askAmount(page, luis.address)
  await expect(dialog).toContainText('Paso 2 de 3: cuánto')
  await expect(dialog).toContainText('Disponible: $ 1000.00')
  await expect(dialog).toContainText('Es un envío, no un pago: no descuenta deudas.')
  await dialog.getByLabel('Monto').fill('40,50')
  await button(dialog, 'Continuar').click()
  await expect(dialog).toContainText('Paso 3 de 3: revisar')
  await expect(dialog).toContainText('$ 40.50')
  await expect(dialog).toContainText(luis.address)
  await expect(dialog).toContainText('$ 959.50')
  await expect(dialog).toContainText(
    'Primera vez que le envías a esta dirección. Compárala con la que te dieron. Un envío no vuelve.',
  )
  await expect(dialog).toContainText(FEE)
  await button(dialog, 'Enviar $ 40.50').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Enviaste $ 40.50 a ${shortAddress(luis.address)}.`)).toBeVisible()
  expect(await balanceOf(world, luis.address)).toBe(before + (405n * DOLLAR) / 10n)
  await expect(header(page)).toContainText('$ 959.50')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a contact is chosen from the list, which stands clear of the buttons and of what is said of the field', async ({
    page,
    world,
  }) => {
    await begin(page, world)
    await nameLuis(page)
    const dialog = await open(page)
    const para = dialog.getByLabel('Para')
    await button(dialog, 'Continuar').click()
    await expect(alert(dialog)).toHaveText('Escribe la dirección de quien lo recibirá, o elige a alguien de la lista.')
    await para.fill('Lu')
    const option = dialog.getByRole('option').filter({ hasText: 'Luis' })
    await expect(option).toBeInViewport({ ratio: 1 })
    const bottom = await edge(option, 'bottom')
    expect(bottom).toBeLessThanOrEqual(await edge(button(dialog, 'Continuar'), 'top'))
    await para.fill('')
    await button(dialog, 'Continuar').click()
    await para.tap()
    await expect(option).toBeInViewport({ ratio: 1 })
    // Beside Luis there is somebody to whom the account had sent dollars before.
    expect(await edge(alert(dialog), 'bottom')).toBeLessThanOrEqual(await edge(dialog.getByRole('option').first(), 'top'))
    await expectAccessible(page)
    await option.tap()
    await expect(para).toHaveValue(luis.address)
  })
})

test.describe('accessible', () => {
  test.beforeEach(async ({ page, world }) => {
    await fund(world, TEST_ADDRESS, 1_000)
    await take(world, me, await publish(world, luis, { to: TEST_ADDRESS }))
    await openDashboard(page)
    await expect(header(page)).toContainText('$ 1050.00')
  })

  test('to whom, with the people one knows and a mistake', async ({ page }) => {
    const dialog = await open(page)
    await expect(dialog).toContainText('Le debes')
    await button(dialog, 'Continuar').click()
    await expect(alert(dialog)).toBeVisible()
    await expectAccessible(page)
  })

  test('how much, with a mistake and with the most there is', async ({ page }) => {
    const dialog = await askAmount(page, luis.address)
    await button(dialog, 'Continuar').click()
    await expect(alert(dialog)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('tab', { name: 'ETH' }).click()
    await expect(dialog).toContainText('«Máximo» deja')
    await button(dialog, 'Máximo').click()
    await expectAccessible(page)
  })

  test('the last step with its warnings, and on its way', async ({ page, world }) => {
    const dialog = await askAmount(page, LOOK_ALIKE)
    await dialog.getByLabel('Monto').fill('1')
    await review(page)
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: 'La comparé entera con quien me la dio' }).check()
    await page.setViewportSize({ width: 360, height: 740 })
    await world.client.setAutomine(false)
    await button(dialog, 'Enviar $ 1.00').click()
    await expect(dialog.getByRole('status')).toContainText('TX enviada')
    await expectAccessible(page)
  })
})

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

async function begin(page: Page, world: World) {
  await world.client.setBalance({ address: TEST_ADDRESS, value: parseEther('1') })
  await fund(world, TEST_ADDRESS, 1_000)
  await openDashboard(page)
  await expect(header(page)).toContainText('$ 1000.00')
}

async function nameLuis(page: Page) {
  await addContact(page, luis.address, 'Luis Paredes')
  await button(page.getByRole('dialog'), 'Cerrar').click()
}

/** In pixels from the top of the window. */
async function edge(of: Locator, side: 'top' | 'bottom'): Promise<number> {
  return of.evaluate((element, name) => element.getBoundingClientRect()[name], side)
}

async function open(page: Page) {
  await button(header(page), 'Enviar').click()
  const dialog = sending(page)
  await expect(dialog).toContainText('Paso 1 de 3: a quién')
  return dialog
}

async function askAmount(page: Page, to: Address, kind: 'Dólares' | 'ETH' = 'Dólares') {
  const dialog = await open(page)
  await dialog.getByLabel('Para').fill(to)
  await button(dialog, 'Continuar').click()
  await dialog.getByRole('tab', { name: kind }).click()
  return dialog
}

/** Goes on to the last step, and waits for the fee. */
async function review(page: Page) {
  const dialog = sending(page)
  await button(dialog, 'Continuar').click()
  await expect(dialog).toContainText('Paso 3 de 3: revisar')
  await expect(dialog).toContainText(FEE)
}
