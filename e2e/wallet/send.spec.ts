// 'Enviar': ether and dollars to an address. web/chain/send/transfers.test.ts tests what is signed.
import type { Locator, Page } from '@playwright/test'
import { type Address, encodeFunctionData, getAddress, parseEther, parseGwei, zeroAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getBalance, getBlock, getTransactionCount, sendTransaction } from 'viem/actions'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { underWay } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { faults } from '../support/node.ts'
import { deploymentOf, lookAlikeOf, publish, sendDollars, take } from '../support/others.ts'
import {
  addContact,
  alert,
  ana,
  button,
  expectDashboard,
  header,
  logIn,
  openDashboard,
  openStoredWallet,
  TEST_ADDRESS,
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const { luis, eva } = people
const me = mnemonicToAccount(TEST_PHRASE)
const FEE = /≈ \$ \d+\.\d\d · 0\.\d{6} ETH/
const LOOK_ALIKE = lookAlikeOf(luis.address)
/** Of a transaction that is stuck, with the fees of both ways out. */
const HELP = /una comisión mayor: hasta 0\.\d{6} ETH\..* hasta 0\.\d{6} ETH\./
const FRESH = getAddress(`0x${'1'.repeat(40)}`)

const sending = (page: Page) => page.getByRole('dialog', { name: 'Enviar', exact: true })

test('dollars: to whom, how much, read once more, and they are there; the dialog closes by itself', async ({ page, world }) => {
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
  await expect(page.getByText(`Enviaste $ 40.50 a ${short(luis.address)}.`)).toBeVisible()
  expect(await balanceOf(world, luis.address)).toBe(before + (405n * DOLLAR) / 10n)
  await expect(header(page)).toContainText('$ 959.50')
})

test('ether, to the last wei: the button rounds it to read, and the exact amount stands in the details', async ({
  page,
  world,
}) => {
  await begin(page, world)
  const dialog = await askAmount(page, FRESH, 'ETH')
  await dialog.getByLabel('Monto').fill('0.250000000000000001')
  await review(page)
  await expect(dialog).toContainText('Te quedan, antes de la comisión')
  await expect(dialog).toContainText('Monto exacto0.250000000000000001 ETH')
  await expect(dialog).toContainText('Envías≈ 0.25 ETH')
  await button(dialog, 'Enviar ≈ 0.25 ETH').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Enviaste ≈ 0.25 ETH a ${short(FRESH)}.`)).toBeVisible()
  expect(await getBalance(world.client, { address: FRESH })).toBe(250_000_000_000_000_001n)
})

test('Máximo sends every dollar, and all ether but what the fee can be, which is said', async ({ page, world }) => {
  await begin(page, world)
  await world.client.setTokens(deploymentOf(world).dollar, TEST_ADDRESS, 1_000_123_456n)
  await expect(header(page)).toContainText('$ 1000.12')
  let dialog = await askAmount(page, FRESH)
  await button(dialog, 'Máximo').click()
  await expect(dialog.getByLabel('Monto')).toHaveValue('1000.123456')
  await review(page)
  await button(dialog, 'Enviar $ 1000.123456').click()
  await expect(dialog).toBeHidden()
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(0n)
  await expect(header(page)).toContainText('$ 0.00')

  const before = await getBalance(world.client, { address: TEST_ADDRESS })
  dialog = await askAmount(page, FRESH, 'ETH')
  await expect(dialog).toContainText(/Disponible: 0\.\d+ ETH\. «Máximo» deja 0\.\d{6} ETH para la comisión de la red\./)
  await button(dialog, 'Máximo').click()
  await expect(dialog.getByLabel('Monto')).not.toHaveValue('')
  const most = parseEther(await dialog.getByLabel('Monto').inputValue())
  await review(page)
  await dialog.getByRole('button', { name: /^Enviar ≈ 0\.\d{1,6} ETH$/ }).click()
  await expect(dialog).toBeHidden()
  expect(await getBalance(world.client, { address: FRESH })).toBe(most)
  const left = await getBalance(world.client, { address: TEST_ADDRESS })
  expect(left).toBeLessThan(before - most)
  expect(before - most).toBeLessThan(parseEther('0.001'))
})

test('Máximo stays possible when the fee rises a little before it is sent', async ({ page, world }) => {
  await begin(page, world)
  const dialog = await askAmount(page, FRESH, 'ETH')
  await expect(dialog).toContainText('«Máximo» deja')
  await button(dialog, 'Máximo').click()
  const most = parseEther(await dialog.getByLabel('Monto').inputValue())
  const { baseFeePerGas } = await getBlock(world.client)
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: ((baseFeePerGas ?? 0n) * 11n) / 10n })
  await world.client.mine({ blocks: 1 })
  await review(page)
  await dialog.getByRole('button', { name: /^Enviar ≈ 0\.\d{1,6} ETH$/ }).click()
  await expect(dialog).toBeHidden()
  expect(await getBalance(world.client, { address: FRESH })).toBe(most)
})

test('who it cannot be for is said in a sentence, each time', async ({ page, world }) => {
  await begin(page, world)
  const { dollar, loanBook } = deploymentOf(world)
  const dialog = await open(page)
  const para = dialog.getByLabel('Para')
  await button(dialog, 'Continuar').click()
  await expect(alert(dialog)).toHaveText('Escribe la dirección de quien lo recibirá.')
  await expect(para).toBeFocused()
  const refused: [string, string][] = [
    // With nobody to choose, nobody is offered.
    [luis.address.slice(0, -1), 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.'],
    [luis.address.replace('C', 'c'), 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.'],
    [zeroAddress, 'Esa dirección no es de nadie: lo que se envía ahí se pierde.'],
    [TEST_ADDRESS, 'Esa es tu propia dirección. Escribe la de quien lo recibirá.'],
    [dollar.toLowerCase(), 'Esa es la dirección del dólar de prueba, no la de una persona: lo que se envía ahí se pierde.'],
    [
      loanBook,
      'Esa es la dirección del contrato de préstamos: lo que se envía ahí se pierde. Un préstamo se paga con «Pagar ahora».',
    ],
  ]
  for (const [address, sentence] of refused) {
    await para.fill(address)
    await button(dialog, 'Continuar').click()
    await expect(alert(dialog)).toHaveText(sentence)
    await expect(dialog).toContainText('Paso 1 de 3: a quién')
  }
  // A name, where an address was asked for.
  await para.fill('Pepe')
  await button(dialog, 'Continuar').click()
  await expect(alert(dialog)).toHaveText('Ningún contacto tiene ese nombre. Una dirección empieza con 0x.')
  // A face says who it is: what has a mistake in it is nobody's.
  const face = dialog.locator('svg[viewBox="0 0 40 40"]')
  await para.fill(luis.address.replace('C', 'c'))
  await expect(face).toHaveCount(0)
  await para.fill(luis.address)
  await expect(face).toHaveCount(1)
  await button(dialog, 'Continuar').click()
  await expect(dialog).toContainText('Paso 2 de 3: cuánto')
})

test('who has a name is called by it: in the warning about who looks like them, on the way, and once it is sent', async ({
  page,
  world,
}) => {
  await begin(page, world)
  await nameLuis(page)
  const dialog = await open(page)
  await dialog.getByLabel('Para').fill(LOOK_ALIKE)
  await expect(alert(dialog)).toContainText('empieza y termina como la de Luis Paredes, pero no es la misma')
  // The beginning of a name is not somebody's yet.
  await dialog.getByLabel('Para').fill('Lui')
  await button(dialog, 'Continuar').click()
  await expect(alert(dialog)).toHaveText('Elige de la lista a quién te refieres.')
  await dialog.getByLabel('Para').fill('Luis Paredes')
  await button(dialog, 'Continuar').click()
  await world.client.setAutomine(false)
  await dialog.getByLabel('Monto').fill('5')
  await review(page)
  await button(dialog, 'Enviar $ 5.00').click()
  await expect(dialog.getByRole('status')).toContainText('TX enviada')
  await button(dialog, 'Seguir en el panel').click()
  await expect(underWay(page).getByRole('listitem')).toContainText('Enviar $ 5.00 a Luis Paredes')
  await world.client.mine({ blocks: 1 })
  await expect(alert(page)).toContainText('Enviaste $ 5.00 a Luis Paredes.')
})

test('how much it cannot be is said too, of dollars and of ether', async ({ page, world }) => {
  await begin(page, world)
  const dialog = await askAmount(page, luis.address)
  const amount = dialog.getByLabel('Monto')
  const refuse = async (typed: string, sentence: string | RegExp) => {
    await amount.fill(typed)
    await button(dialog, 'Continuar').click()
    await expect(alert(dialog)).toHaveText(sentence)
    await expect(amount).toBeFocused()
  }
  await refuse('', 'Ingrese un monto válido.')
  await refuse('0', 'Ingrese un monto válido.')
  await refuse('1,200', 'Ingrese un monto válido. Escribe los miles sin coma.')
  await refuse('0.0000001', 'Ingrese un monto válido. Usa 6 decimales como máximo.')
  await refuse('1000.01', 'Es más de lo que tienes: puedes enviar hasta $ 1000.00.')
  await refuse('9'.repeat(60), 'Es más de lo que tienes: puedes enviar hasta $ 1000.00.')

  await dialog.getByRole('tab', { name: 'ETH' }).click()
  await expect(dialog).toContainText('«Máximo» deja')
  await refuse('0.0000000000000000001', 'Ingrese un monto válido. Usa 18 decimales como máximo.')
  await refuse('1', /^Con la comisión de la red puedes enviar hasta 0\.999\d+ ETH\.$/)
  await amount.fill('0.5')
  await button(dialog, 'Continuar').click()
  await expect(dialog).toContainText('Paso 3 de 3: revisar')
  // Back keeps what was typed: the arrow, and the browser's own.
  await button(dialog, 'Volver').click()
  await expect(amount).toHaveValue('0.5')
  await page.goBack()
  await expect(dialog.getByLabel('Para')).toHaveValue(luis.address)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(button(header(page), 'Enviar')).toBeFocused()
})

test('people of my loans are listed with what is owed; to pay a debt is something else, and that is said', async ({
  page,
  world,
}) => {
  await fund(world, TEST_ADDRESS, 1_000)
  await take(world, me, await publish(world, luis, { to: TEST_ADDRESS }))
  await take(world, eva, await publish(world, me, { principal: 30n * DOLLAR, to: eva.address }))
  await fund(world, TEST_ADDRESS, 1_000)
  // A stranger who offers something has not become somebody I dealt with.
  await publish(world, people.ana, { to: TEST_ADDRESS })
  await openDashboard(page)
  await expect(header(page)).toContainText('$ 1000.00')
  const dialog = await open(page)
  const known = dialog.getByRole('list', { name: 'Con quienes ya trataste' }).getByRole('listitem')
  await expect(known).toHaveText([
    new RegExp(`${short(eva.address)}Te debe \\$ 30`),
    new RegExp(`${short(luis.address)}Le debes \\$ 50`),
  ])
  await button(dialog, `Enviar a ${short(luis.address)}`).click()
  await expect(dialog).toContainText(
    /Le debes \$ 50\.\d\d\. Es un envío, no un pago: no descuenta deudas\. Para pagar, usa «Pagar ahora» en tu deuda\./,
  )
  await dialog.getByLabel('Monto').fill('1')
  await review(page)
  await expect(dialog).toContainText(luis.address)
  await expect(dialog).toContainText('Para pagar, usa «Pagar ahora» en tu deuda.')
  await expect(dialog).not.toContainText('¡Cuidado!')
})

test('an address that looks like one I know is warned about, with both of them whole', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 1_000)
  await take(world, me, await publish(world, luis, { to: TEST_ADDRESS }))
  await openDashboard(page)
  await expect(header(page)).toContainText('$ 1050.00')
  const dialog = await open(page)
  const warning = alert(dialog).filter({ hasText: '¡Cuidado!' })
  const isWarned = async () => {
    await expect(warning).toContainText('empieza y termina como otra que conoces, pero no es la misma')
    await expect(warning).toContainText(luis.address)
    await expect(warning).toBeInViewport()
    await expect(dialog).toContainText(LOOK_ALIKE)
  }
  await dialog.getByLabel('Para').fill(LOOK_ALIKE)
  await isWarned()
  await button(dialog, 'Continuar').click()
  await dialog.getByLabel('Monto').fill('1')
  await review(page)
  await isWarned()
  await button(dialog, 'Volver').click()
  await button(dialog, 'Volver').click()
  await dialog.getByLabel('Para').fill(luis.address)
  await expect(warning).toHaveCount(0)
})

test('a stranger who looks like a friend is warned about, and makes nobody warned about the friend', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 1_000)
  await take(world, me, await publish(world, luis, { to: TEST_ADDRESS }))
  // An offer to me is all that a stranger needs to be among those whom the page knows of.
  await askAs(world, LOOK_ALIKE)
  await publish(world, eva, { to: TEST_ADDRESS })
  await openDashboard(page)
  await expect(header(page)).toContainText('$ 1050.00')
  const dialog = await open(page)
  const warning = alert(dialog).filter({ hasText: '¡Cuidado!' })
  await dialog.getByLabel('Para').fill(LOOK_ALIKE)
  await expect(warning).toContainText(luis.address)
  await button(dialog, 'Continuar').click()
  await expect(dialog).toContainText('Sin préstamos entre ustedes')
  await button(dialog, 'Volver').click()
  await button(dialog, `Enviar a ${short(luis.address)}`).click()
  await expect(dialog).toContainText('Le debes')
  await button(dialog, 'Volver').click()
  await expect(dialog.getByLabel('Para')).toHaveValue(luis.address)
  await expect(warning).toHaveCount(0)
  // Whoever offered me something is looked like too.
  await dialog.getByLabel('Para').fill(lookAlikeOf(eva.address))
  await expect(warning).toContainText(eva.address)
})

test('who sent me money is not said to be unknown: the amount is said', async ({ page, world }) => {
  await begin(page, world)
  await sendDollars(world, luis, TEST_ADDRESS, 7n * DOLLAR)
  await expect(header(page)).toContainText('$ 1007.00')
  let dialog = await askAmount(page, luis.address)
  await expect(dialog).toContainText('Te envió $ 7.00')
  await button(dialog, 'Cancelar').click()
  // A look at the dust of an address-poisoning attack is no acquaintance.
  await sendDollars(world, eva, TEST_ADDRESS, 9_999n)
  dialog = await askAmount(page, eva.address)
  await expect(dialog).toContainText('Sin préstamos entre ustedes')
  await expect(dialog).not.toContainText('Te envió')
})

test('while the first transfer to somebody is confirmed, nothing says that there was one before', async ({ page, world }) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const text = document.querySelector('[role=dialog]')?.textContent ?? ''
      if (text.includes('Primera vez')) seen.push(text)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await begin(page, world)
  const dialog = await askAmount(page, FRESH)
  await dialog.getByLabel('Monto').fill('1')
  await review(page)
  await button(dialog, 'Enviar $ 1.00').click()
  await expect(dialog).toBeHidden()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.some((text) => text.includes('TX confirmada'))).toBe(true)
  expect(seen.filter((text) => text.includes('Ya le enviaste antes'))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the whole address can be read below the field', async ({ page, world }) => {
    await take(world, luis, await publish(world, me, { principal: 10n * DOLLAR, to: luis.address }))
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    const dialog = await open(page)
    const para = dialog.getByLabel('Para')
    await para.tap()
    await expect(dialog.getByRole('option')).toHaveCount(1)
    // A whole address, in whatever letters, leaves nothing to suggest.
    await para.fill(luis.address.toLowerCase())
    await expect(dialog.getByRole('option')).toHaveCount(0)
    for (const part of [luis.address.slice(0, 22), luis.address.slice(22)]) {
      await expect(dialog.getByText(part, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    await expect(para).toHaveAccessibleDescription(`${luis.address.slice(0, 22)} ${luis.address.slice(22)}`)
    await expectAccessible(page)
  })

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
    const option = dialog.getByRole('option')
    await expect(option).toBeInViewport({ ratio: 1 })
    const bottom = await edge(option, 'bottom')
    expect(bottom).toBeLessThanOrEqual(await edge(button(dialog, 'Continuar'), 'top'))
    await para.fill('')
    await button(dialog, 'Continuar').click()
    await para.tap()
    await expect(option).toBeInViewport({ ratio: 1 })
    expect(await edge(alert(dialog), 'bottom')).toBeLessThanOrEqual(await edge(option, 'top'))
    await expectAccessible(page)
    await option.tap()
    await expect(para).toHaveValue(luis.address)
  })

  test('the last step opens at its top, with a warning in sight', async ({ page, world }) => {
    await begin(page, world)
    await nameLuis(page)
    const dialog = await askAmount(page, LOOK_ALIKE)
    await dialog.getByLabel('Monto').fill('1')
    await review(page)
    await expect(alert(dialog).filter({ hasText: '¡Cuidado!' })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByText('Paso 3 de 3: revisar')).toBeInViewport({ ratio: 1 })
    expect(await dialog.locator('.MuiDialogContent-root').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })
})

test('to a contract it is warned about; one that takes no ether is refused before anything is signed', async ({
  page,
  world,
}) => {
  await begin(page, world)
  const sent = countSent(page)
  // Reverts whatever it is sent.
  await world.client.setCode({ address: FRESH, bytecode: '0x5f5ffd' })
  const dialog = await askAmount(page, FRESH)
  await dialog.getByLabel('Monto').fill('1')
  await review(page)
  await expect(dialog).toContainText('Es la dirección de un contrato, no la de una persona.')
  await button(dialog, 'Volver').click()
  await dialog.getByRole('tab', { name: 'ETH' }).click()
  await expect(alert(dialog)).toHaveText('Esa dirección es de un contrato que no acepta ETH.')
  await dialog.getByLabel('Monto').fill('0.1')
  await button(dialog, 'Continuar').click()
  await expect(alert(dialog).filter({ hasText: 'que no acepta ETH' })).toBeVisible()
  await expect(button(dialog, 'Enviar 0.1 ETH')).toBeDisabled()
  expect(sent()).toBe(0)
})

test('a second time to the same address is not called the first, after a reload too', async ({ page, world }) => {
  await world.client.setBalance({ address: anasVault.address as Address, value: parseEther('1') })
  await openStoredWallet(page)
  let dialog = await askAmount(page, FRESH, 'ETH')
  await dialog.getByLabel('Monto').fill('0.1')
  await review(page)
  await expect(dialog).toContainText('Primera vez que le envías a esta dirección.')
  await button(dialog, 'Enviar 0.1 ETH').click()
  await expect(dialog).toBeHidden()

  await page.goto('/login')
  await logIn(page, ana)
  await expectDashboard(page)
  dialog = await open(page)
  await button(dialog, `Enviar a ${short(FRESH)}`).click()
  await expect(dialog).toContainText('Ya le enviaste antes')
  await dialog.getByRole('tab', { name: 'ETH' }).click()
  await dialog.getByLabel('Monto').fill('0.1')
  await review(page)
  await expect(dialog).not.toContainText('Primera vez')
  await expect(dialog).toContainText('Un envío no vuelve.')
})

test('a fee that rose is shown again before anything is signed', async ({ page, world }) => {
  await begin(page, world)
  const dialog = await askAmount(page, luis.address)
  await dialog.getByLabel('Monto').fill('5')
  await review(page)
  const sent = countSent(page)
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('5') })
  await world.client.mine({ blocks: 1 })
  await button(dialog, 'Enviar $ 5.00').click()
  await expect(alert(dialog)).toContainText(/La comisión de la red subió: ahora es de hasta \$ \d+\.\d\d \(0\.\d{6} ETH\)\./)
  expect(sent()).toBe(0)
  await button(dialog, 'Reintentar').click()
  await expect(dialog).toBeHidden()
  expect(sent()).toBe(1)
})

test('dollars that go elsewhere while one reads: what was shown stays, and why it cannot be sent is said', async ({
  page,
  world,
}) => {
  await begin(page, world)
  const dialog = await askAmount(page, luis.address)
  await button(dialog, 'Máximo').click()
  await review(page)
  await fund(world, TEST_ADDRESS, 900)
  await world.client.mine({ blocks: 1 })
  await expect(alert(dialog)).toHaveText('Tienes $ 900.00 y hacen falta $ 1000.00. Baja el monto u obtén fondos de prueba.')
  await expect(dialog).toContainText('Envías$ 1000.00')
})

test('a double click on Continuar does not send', async ({ page, world }) => {
  await begin(page, world)
  const sent = countSent(page)
  const dialog = await askAmount(page, luis.address)
  await dialog.getByLabel('Monto').fill('5')
  await review(page)
  const submit = button(dialog, 'Enviar $ 5.00')
  await expect(submit).toBeEnabled()
  // The second half of a slow one, when the fee is known already.
  await submit.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await expect(submit).toBeEnabled()
  await button(dialog, 'Volver').click()
  await expect(dialog).toContainText('Paso 2 de 3: cuánto')
  expect(sent()).toBe(0)
})

test.describe('in the middle of it', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

  test('a reload loses nothing and sends nothing twice; it can be sped up', async ({ page, world }) => {
    const address = anasVault.address as Address
    await world.client.setBalance({ address, value: parseEther('1') })
    await openStoredWallet(page)
    await world.client.setAutomine(false)
    const count = await getTransactionCount(world.client, { address })
    const dialog = await askAmount(page, FRESH, 'ETH')
    await dialog.getByLabel('Monto').fill('0.1')
    await review(page)
    world.node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await button(dialog, 'Enviar 0.1 ETH').click()
    await expect(dialog.getByRole('status')).toContainText('Firmada y guardada aquí.')
    await button(dialog, 'Seguir en el panel').click()
    const row = underWay(page).getByRole('listitem')
    await expect(row).toContainText(`Enviar 0.1 ETH a ${short(FRESH)}`)

    await page.goto('/login')
    await world.node.heal()
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(row).toContainText('TX enviada · esperando confirmación')
    // Kept from the block by its price, until it is stuck.
    await mineAboveItsFee(world)
    await expect(row).toContainText(HELP)
    await button(row, `Acelerar: Enviar 0.1 ETH a ${short(FRESH)}`).click()
    await expect(row.getByRole('button')).toHaveCount(0)
    await world.client.mine({ blocks: 1 })
    await expect(underWay(page)).toBeHidden()
    await expect(page.getByText(`Enviaste 0.1 ETH a ${short(FRESH)}.`)).toBeVisible()
    expect(await getBalance(world.client, { address: FRESH })).toBe(parseEther('0.1'))
    expect(await getTransactionCount(world.client, { address })).toBe(count + 1)
  })

  test('what no node took can be annulled, and nothing arrives', async ({ page, world }) => {
    await begin(page, world)
    const before = await balanceOf(world, luis.address)
    await world.client.setAutomine(false)
    const dialog = await askAmount(page, luis.address)
    await dialog.getByLabel('Monto').fill('7')
    await review(page)
    await button(dialog, 'Enviar $ 7.00').click()
    await expect(dialog.getByRole('status')).toContainText('TX enviada')
    await button(dialog, 'Seguir en el panel').click()
    await mineAboveItsFee(world)
    await expect(underWay(page)).toContainText(HELP)
    const what = `Enviar $ 7.00 a ${short(luis.address)}`
    await button(underWay(page), `Anular: ${what}`).click()
    await expect(underWay(page)).toContainText('Anulación enviada · esperando confirmación')
    await world.client.mine({ blocks: 1 })
    await expect(page.getByText(`Anulaste: ${what}. Solo se pagó la comisión de la red.`)).toBeVisible()
    expect(await balanceOf(world, luis.address)).toBe(before)
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

/** A request to me, by an account whose key nobody has. */
async function askAs({ client, chain }: World, account: Address) {
  await client.setBalance({ address: account, value: parseEther('1') })
  await client.impersonateAccount({ address: account })
  const terms = { principal: 50n * DOLLAR, duration: 86_400n, apr: 1n, instalments: 1n }
  const args = [TEST_ADDRESS, terms, '', 0n] as const
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createRequest', args })
  await sendTransaction(client, { account, to: deploymentOf({ chain }).loanBook, data, chain: null })
}

/** Blocks that cost more than any transaction offers. */
async function mineAboveItsFee({ client }: World) {
  for (let block = 0; block < 4; block++) {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('20') })
    await client.mine({ blocks: 1 })
  }
}

function countSent(page: Page): () => number {
  let sent = 0
  page.on('request', (asked) => {
    if (asked.postData()?.includes('eth_sendRawTransaction')) sent++
  })
  return () => sent
}

function short(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
