// Address poisoning: somebody with an address like a friend's sends a little, to be taken for the friend later on.
import { type Address, encodeFunctionData, parseEther } from 'viem'
import { sendTransaction } from 'viem/actions'
import { beforeEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { ask, deploymentOf, lookAlikeOf, publish, sendDollars, take } from '../../../../e2e/support/others.ts'
import { loanBookAbi, testDollarAbi } from '../../../chain/abi.ts'
import { CENT, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { addContact, alert, button, dialog, header, proposal, publishForm, publishTab } from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const { deployer: me, luis, eva } = people
const POISONER = lookAlikeOf(luis.address)
const SHORT = '0x3C44…93BC'
const LINE = '¡Cuidado! Se parece a otra que conoces'
const WARNING = /¡Cuidado! Esta dirección empieza y termina como otra que conoces, pero no es la misma/

const activity = () => dialog('Actividad')
const rows = () => activity().getByRole('listitem')
const fold = () => button('Envíos mínimos de desconocidos (1)', activity())
const sheet = () => dialog('Persona')

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** A device that has only the phrase: I sent 500 dollars to Luis from another one. */
async function restore() {
  await sendDollars(world, me, luis.address, 500n * DOLLAR)
  await sendAs(POISONER, CENT)
}

/** Dollars to me, from an account whose key nobody here has. */
async function sendAs(account: Address, amount: bigint) {
  const { client } = world
  const { dollar } = deploymentOf(world)
  await client.setBalance({ address: account, value: parseEther('1') })
  await client.setTokens(dollar, account, amount)
  await client.impersonateAccount({ address: account })
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [me.address, amount] })
  await sendTransaction(client, { account, to: dollar, data, chain: null })
}

async function openActivity() {
  await openDashboard(TEST_PHRASE)
  await button('Actividad', header()).click()
  await expect.element(rows().filter({ hasText: 'Le enviaste' }).first()).toBeVisible()
}

test('on a restored wallet whoever imitates somebody I sent to is warned about at every step that leads to sending', {
  tags: 'long',
}, async () => {
  await restore()
  await openActivity()
  // Folded, and not above the one whom it imitates.
  await expect.element(fold()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(activity()).not.toHaveTextContent('Te envió')
  await fold().click()
  await expect.element(fold()).toHaveAttribute('aria-expanded', 'true')
  const poison = rows().filter({ hasText: 'Te envió' })
  await expect.element(poison).toHaveTextContent(new RegExp(`^${SHORT}.*\\+ \\$ 0\\.01$`))
  await expect.element(poison).toHaveTextContent(LINE)
  // The friend is never the one who is warned about.
  const friend = rows().filter({ hasText: '$ 500.00' })
  await expect.element(friend).toHaveTextContent(SHORT)
  await expect.element(friend).not.toHaveTextContent('¡Cuidado!')

  await poison.getByRole('button').click()
  const receipt = dialog('Envío recibido')
  await expect.element(alert(receipt)).toHaveTextContent(WARNING)
  await expect.element(alert(receipt)).toHaveTextContent(luis.address)
  await button(`Ver ficha de ${SHORT}`, receipt).click()
  await expect.element(sheet()).toHaveTextContent(POISONER)
  await expect.element(alert(sheet())).toHaveTextContent(WARNING)
  await expect.element(alert(sheet())).toHaveTextContent(luis.address)
  await button('Enviarle', sheet()).click()
  const sending = dialog('Enviar')
  await expect.element(sending).toHaveTextContent('Paso 2 de 3: cuánto')
  await expect.element(alert(sending)).toHaveTextContent(WARNING)
  await button('Volver', sending).click()
  await expect.element(alert(sending)).toHaveTextContent(luis.address)
  // The friend, of whom this device knows nothing but the log.
  await sending.getByLabelText('Para').fill(luis.address)
  await expect.element(alert(sending)).not.toBeInTheDocument()
})

test('in contacts, where one gets a name and in the list, and in the form to lend or to ask', { tags: 'long' }, async () => {
  await restore()
  await openDashboard(TEST_PHRASE)
  await publishForm().getByLabelText('Para').fill(POISONER)
  await expect.element(alert(publishForm())).toHaveTextContent(WARNING)
  await expect.element(alert(publishForm())).toHaveTextContent(luis.address)
  await publishForm().getByLabelText('Para').fill(luis.address)
  await expect.element(alert(publishForm())).not.toBeInTheDocument()
  await publishTab('Pedir').click()
  await publishForm().getByRole('combobox', { name: 'A quién (opcional)' }).fill(POISONER)
  await expect.element(alert(publishForm())).toHaveTextContent(luis.address)

  await addContact(POISONER, 'Luis')
  const warned = `Esta dirección parece la de alguien que conoces, ${luis.address}, pero es otra.`
  await expect.element(alert(dialog())).toHaveTextContent(warned)
  await button('Guardar', dialog()).click()
  await expect.element(dialog('Contactos').getByRole('listitem')).toHaveTextContent(`Luis${SHORT}${LINE}`)
  // Named all the same: it is warned about still.
  await dialog('Contactos').getByRole('listitem').getByRole('button').click()
  await expect.element(alert(sheet())).toHaveTextContent(luis.address)
})

test('before one lends to them: on the dialog, and then on their card', { tags: 'long' }, async () => {
  // Of these two Eva is the imitation.
  const friend = lookAlikeOf(eva.address)
  await sendDollars(world, me, friend, 5n * DOLLAR)
  await ask(world, eva, { principal: 90n * DOLLAR, note: 'Repuestos' })
  await openDashboard(TEST_PHRASE, { query: '?list=requests' })
  await proposal('Repuestos')
    .getByRole('button', { name: /^Prestar/ })
    .click()
  await expect.element(alert(dialog()).filter({ hasText: WARNING })).toHaveTextContent(friend)
  await button('Ahora no', dialog()).click()
  await expect.element(proposal('Repuestos')).toHaveTextContent(LINE)
})

test('where the network gives no events it is said that an imitation may not be found out', { tags: 'long' }, async () => {
  await restore()
  await world.fund(me.address, 1_000)
  await commands.breakNode('rpcError', 'eth_getLogs')
  await openDashboard(TEST_PHRASE)
  await publishForm().getByLabelText('Para').fill(POISONER)
  const unread = 'La red no dio tus envíos anteriores: no sabemos si'
  await expect.element(publishForm().getByRole('note').filter({ hasText: unread })).toBeVisible()
  await button('Enviar', header()).click()
  const sending = dialog('Enviar')
  await sending.getByLabelText('Para').fill(POISONER)
  await expect.element(sending).toHaveTextContent(`${unread} esta dirección imita a una a la que ya enviaste.`)
  await button('Continuar', sending).click()
  await sending.getByLabelText('Monto').fill('1')
  await button('Continuar', sending).click()
  await expect.element(sending).toHaveTextContent(`${unread} ya le enviaste, ni si esta dirección imita a otra.`)
  await expect.element(sending).not.toHaveTextContent('Primera vez')
  await commands.healNode()
})

test('a millionth of a dollar that they pay of a debt to me is folded too, and not shown as a cent', {
  tags: 'long',
}, async () => {
  await sendDollars(world, me, luis.address, 500n * DOLLAR)
  const id = await publish(world, me, { principal: 90n * DOLLAR })
  await take(world, eva, id)
  await payAs(POISONER, id, 1n)
  await openActivity()
  await expect.element(rows().filter({ hasText: 'Le enviaste' }).first()).toBeVisible()
  await expect.element(rows().filter({ hasText: /^1 pago de menos de un centavo/ })).toHaveTextContent(`n.º ${id}`)
  await expect.element(activity()).not.toHaveTextContent('Te pagó')
  await expect.element(activity()).not.toHaveTextContent('+ $ 0.01')
})

async function payAs(account: Address, id: bigint, amount: bigint) {
  const { client } = world
  const { dollar, loanBook } = deploymentOf(world)
  await client.setBalance({ address: account, value: parseEther('1') })
  await client.setTokens(dollar, account, amount)
  await client.setAllowance(dollar, account, loanBook, amount)
  await client.impersonateAccount({ address: account })
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'repay', args: [id, amount] })
  await sendTransaction(client, { account, to: loanBook, data, chain: null })
}
