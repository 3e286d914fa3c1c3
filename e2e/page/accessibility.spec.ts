// Every screen and every dialog, looked over by axe on a phone and on a desktop.
import type { Locator } from '@playwright/test'
import { type Address, createWalletClient, encodeAbiParameters, keccak256, numberToHex, pad, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getBlock } from 'viem/actions'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { networks } from '../../web/chains.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { chooseOnDebtor, debtors, debts, fillOffer, market, publishForm, underWay } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { openThroughDoor } from '../support/door.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import { ask, deploymentOf, pay, publish, take } from '../support/others.ts'
import {
  addContact,
  alert,
  ana,
  answerQuiz,
  button,
  chooseInSettings,
  closeVisit,
  confirmPhraseSaved,
  expectDashboard,
  fillCredentials,
  header,
  importPhrase,
  logIn,
  openLoginWithVault,
  passQuiz,
  readPhrase,
  title,
} from '../support/steps.ts'

// Sepolia: with links to the explorer, and a dialog of its own for test funds.
test.use({ contextOptions: { reducedMotion: 'reduce' }, chainId: networks.sepolia.id })

const me = mnemonicToAccount(anasVault.phrase)
const { luis, eva } = people

test('every screen is accessible, at 320 and at 1280 px', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText(/Elige un PIN y una contraseña/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  await expectAccessible(page)
  await confirmPhraseSaved(page)
  await expectAccessible(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  // The network has answered: buttons that become enabled while they are measured are between two colours.
  await expect(button(header(page), 'Enviar')).toBeEnabled()
  await expectAccessible(page)
})

test('every screen and every dialog is accessible, at 320 and at 1280 px', async ({ page, world }) => {
  // Axe looks more than a hundred times.
  test.setTimeout(900_000)
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  /** A dialog whose buttons, or whose fee, are there. */
  const look = async (ready: Locator, within = dialog) => {
    await expect(within).toBeVisible()
    await expect(ready).toBeVisible()
    await expectAccessible(page, within === dialog ? '[role=dialog]' : undefined)
  }
  const visit = async (opener: Locator, ready: Locator) => {
    await opener.click()
    await look(ready)
    await close()
  }
  const fee = dialog.getByText(/≈ \$/)

  await test.step('/login, with an error, with the tooltip and with a notice', async () => {
    await page.goto('/login')
    await expect(page.getByText(/Elige un PIN y una contraseña/)).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Acceder').click()
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page)
    // Focused by keyboard, so that the tooltip stays while the viewport changes.
    await button(page, 'Acceder').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expectAccessible(page)
    // On a narrow screen the tooltip covers the other button.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toBeHidden()
    await button(page, '¿Olvidaste tu contraseña?').click()
    await expect(alert(page).filter({ hasText: 'Recuperación' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('/seed: the words, the import, the copy', async () => {
    await page.goto('/seed')
    await expect(button(page, 'Mostrar palabras')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Mostrar palabras').click()
    await button(page, 'Obtener último bloque').click()
    await expect(page.getByText('Hash')).toBeVisible()
    await expectAccessible(page)
    await importPhrase(page, 'una palabra tan larga que no existe: esternocleidomastoideoesternocleidomastoideo')
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/seed')
    await button(page, 'Tengo una copia cifrada').click()
    await expect(title(page, 'Tengo una copia cifrada')).toBeVisible()
    await button(page, 'Abrir copia').click()
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Archivo de la copia').setInputFiles('web/wallet/golden/backupOfVersion1.json')
    await fillCredentials(page, ana)
    await button(page, 'Abrir copia').click()
    await expect(page.getByText(anasVault.address)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('/seed/confirm with a wrong answer, and a wallet of this visit', async () => {
    await page.goto('/seed')
    const phrase = await readPhrase(page)
    await confirmPhraseSaved(page)
    await answerQuiz(page, phrase, { wrongly: true })
    await button(page, 'Confirmar').click()
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page)

    await passQuiz(page, phrase)
    await expectDashboard(page)
    await expect(header(page)).toContainText('Sepolia')
    await expect(header(page)).toContainText('0x')
    await expectAccessible(page)
    await button(page, 'Guardar en este dispositivo').click()
    await button(dialog, 'Guardar').click()
    await look(alert(dialog))
    await close()
    await chooseInSettings(page, 'Ver frase semilla')
    await look(button(dialog, 'Ver frase semilla'))
    await button(dialog, 'Ver frase semilla').click()
    await expect(dialog.getByRole('listitem')).toHaveCount(12)
    await expectAccessible(page)
    await button(page, 'Listo').click()
    await close()
    await visit(button(page, 'Bloquear'), button(dialog, 'Cerrar sin guardar'))
    await closeVisit(page)
  })

  await prepare(world)

  await test.step('a wallet of this visit that would replace the kept one', async () => {
    await openLoginWithVault(page)
    await openThroughDoor(page, TEST_PHRASE)
    await button(page, 'Guardar en este dispositivo').click()
    await fillCredentials(dialog, ana)
    await button(dialog, 'Guardar').click()
    await look(button(page.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' }), 'Reemplazar'))
    await close()
    await closeVisit(page)
  })

  await test.step('/login where there is a wallet, and the offer of a passkey', async () => {
    await addAuthenticator(page)
    await openLoginWithVault(page)
    await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
    await expectAccessible(page)
    await logIn(page, ana)
    await look(button(dialog, 'Activar'))
    await button(dialog, 'Ahora no').click()
    await expect(dialog).toBeHidden()
    await expectDashboard(page)
  })

  await test.step('the account', async () => {
    await expect(header(page)).toContainText('Sepolia')
    await visit(button(header(page), 'Recibir'), dialog.getByRole('img', { name: 'Código QR de tu dirección' }))
    await visit(button(header(page), 'Obtener fondos de prueba'), dialog.getByRole('link').first())
    await visit(button(page, 'Retirar a mi billetera'), fee)

    await button(header(page), 'Actividad').click()
    await look(dialog.getByRole('listitem').first())
    await dialog.getByRole('listitem').filter({ hasText: 'Te pagó' }).getByRole('button').click()
    await look(page.getByRole('dialog', { name: 'Pago recibido' }), page.getByRole('dialog', { name: 'Pago recibido' }))
    await page.keyboard.press('Escape')
    await close()
  })

  await test.step('contacts and a person', async () => {
    await addContact(page, luis.address, 'Luis')
    await look(dialog.getByRole('button', { name: /^Luis/ }))
    await button(dialog, 'Agregar').click()
    await look(button(dialog, 'Guardar'))
    await button(dialog, 'Cancelar').click()
    await dialog.getByRole('button', { name: /^Luis/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Persona' })
    await look(sheet.getByRole('definition').first(), sheet)
    await page.keyboard.press('Escape')
    await close()
  })

  await test.step('sending', async () => {
    await button(header(page), 'Enviar').click()
    await button(dialog, 'Continuar').click()
    await look(alert(dialog))
    await dialog.getByLabel('Para').fill(eva.address)
    await button(dialog, 'Continuar').click()
    await button(dialog, 'Continuar').click()
    await look(alert(dialog))
    await dialog.getByLabel('Monto').fill('1')
    await button(dialog, 'Continuar').click()
    await look(fee)
    await close()
  })

  await test.step('the settings', async () => {
    await button(page, 'Más opciones').click()
    await look(page.getByRole('menuitem').first(), page.getByRole('menu'))
    await page.getByRole('menuitem', { name: 'Ajustes' }).click()
    await look(button(dialog, 'Acerca de'))
    for (const [row, name] of [
      ['Bloqueo automático', 'Bloqueo automático'],
      ['Cambiar PIN o contraseña', 'Cambiar PIN o contraseña'],
      ['Ver frase semilla', 'Ver frase semilla'],
      ['Copia cifrada', 'Copia cifrada'],
      ['Nodos', 'Nodos'],
      ['Acerca de', 'Acerca de'],
      ['Olvidar este dispositivo', '¿Olvidar este dispositivo?'],
    ] as const) {
      const opened = page.getByRole('dialog', { name, exact: true })
      await button(dialog, row).click()
      await look(opened, opened)
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
    }
    await close()
  })

  await test.step('the lender’s loans', async () => {
    const card = debtors(page).first()
    await visit(card.getByRole('button', { name: /^Ver contrato/ }), dialog.getByRole('table'))
    for (const item of ['Anotar un pago recibido', 'Dar más tiempo', 'Perdonar']) {
      await chooseOnDebtor(page, item)
      await look(fee)
      await close()
    }
    await card.getByRole('button', { name: /^Más acciones/ }).click()
    await look(page.getByRole('menuitem').first(), page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  })

  await test.step('the marketplace', async () => {
    await visit(button(page, 'Cancelar oferta de $ 10.00'), fee)
    await market(page).getByRole('tab', { name: 'Solicitudes' }).click()
    await expect(button(page, 'Retirar solicitud de $ 12.00')).toBeVisible()
    await expectAccessible(page)
    await visit(button(page, 'Retirar solicitud de $ 12.00'), fee)
    await visit(page.getByRole('button', { name: /^Prestar \$ 11\.00/ }), fee)
    await market(page).getByRole('tab', { name: 'Ofertas' }).click()
    await fillOffer(page, { amount: '0', apr: '5' })
    await button(publishForm(page), 'Publicar').click()
    await expect(alert(publishForm(page))).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what sends something, before and on its way', async () => {
    await world.client.setBalance({ address: me.address, value: 0n })
    await button(page, 'Solicitar $ 300.00 a 0x7099…79C8').click()
    await look(alert(dialog))
    await world.client.setBalance({ address: me.address, value: parseEther('1') })
    await look(fee)
    await world.client.setAutomine(false)
    await button(dialog, 'Aceptar préstamo').click()
    await expect(dialog.getByRole('status')).toContainText('TX enviada')
    await expectAccessible(page)
    await world.client.setAutomine(true)
    await world.client.mine({ blocks: 4 })
    await expect(dialog).toBeHidden()

    const debt = debts(page).filter({ hasText: '$ 300.00' })
    await visit(
      debt.getByRole('button', { name: /^Ver detalles/ }),
      dialog.getByRole('heading', { name: 'Detalles del préstamo' }),
    )
    await debt.getByRole('button', { name: 'Pagar ahora $ 300.00' }).click()
    await dialog.getByLabel('Monto').fill('')
    await button(dialog, 'Pagar').click()
    await expect(alert(dialog)).toContainText('Ingrese un monto válido.')
    await expectAccessible(page)
    await dialog.getByLabel('Monto').fill('5000')
    await expect(dialog).toContainText('Es más de lo que debes')
    await world.client.setAutomine(false)
    await button(dialog, 'Pagar $ 302.47').click()
    await button(dialog, 'Seguir en el panel').click()
    await expect(underWay(page)).toContainText('Pagar $ 302.47')
    await expect(debt).toContainText('Pago de $ 302.47 en camino')
    await expectAccessible(page)
    await world.client.setAutomine(true)
    await world.client.mine({ blocks: 4 })
    await expect(underWay(page)).toBeHidden()
  })

  await test.step('an operation from elsewhere', async () => {
    await sendFromElsewhere(world)
    await fillOffer(page, { amount: '10', apr: '5' })
    await button(publishForm(page), 'Publicar').click()
    await button(page, 'Anularla').click()
    await look(fee)
  })
})

test.describe('parts of the page that cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module/ })

  test('what is said of them is accessible, at 320 and at 1280 px', async ({ page }) => {
    await openLoginWithVault(page)
    await page.route(/assets\/(vault|SeedScreen)-/, (route) => route.abort())
    await page.reload()
    await logIn(page, ana)
    await expect(alert(page)).toContainText('No se pudo cargar una parte de esta página.')
    await expectAccessible(page)
    await page.goto('/seed')
    await expect(title(page, 'Algo salió mal')).toBeVisible()
    await expectAccessible(page)
  })
})

/** Something for each dialog: my offer, my request, a request of Eva, a loan that Luis pays to me, money to withdraw. */
async function prepare(world: World) {
  await world.client.setBalance({ address: me.address, value: parseEther('1') })
  const lent = await publish(world, me, { principal: 90n * DOLLAR, instalments: 3 })
  await take(world, luis, lent)
  await pay(world, luis, lent, 31n * DOLLAR)
  await publish(world, me, { principal: 10n * DOLLAR })
  await ask(world, me, { principal: 12n * DOLLAR })
  await ask(world, eva, { principal: 11n * DOLLAR })
  await fund(world, me.address, 1_000)
  await keepForLater(world, me.address, 40n * DOLLAR)
}

/** Dollars that the contract keeps for an account because the token refused it. */
async function keepForLater(world: World, account: Address, amount: bigint) {
  /** Of `claimable` in Escrow.sol. */
  const slot = 7n
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, slot]))
  await world.client.setStorageAt({ address: deploymentOf(world).loanBook, index, value: pad(numberToHex(amount)) })
}

/** Sends from another wallet with the same phrase, and nobody mines it. */
async function sendFromElsewhere(world: World) {
  await world.client.setAutomine(false)
  const { baseFeePerGas } = await getBlock(world.client)
  const fees = { gas: 21_000n, maxFeePerGas: (baseFeePerGas ?? 0n) + 1n, maxPriorityFeePerGas: 1n }
  const wallet = createWalletClient({ account: me, transport: world.chain.transport })
  await wallet.sendTransaction({ chain: null, to: eva.address, ...fees })
}
