// 'Enviar': how much, read once more, and what becomes of it. web/chain/send/transfers.test.ts tests what is signed.
import { parseEther, parseGwei } from 'viem'
import { getBalance, getBlock, getTransactionCount } from 'viem/actions'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { deploymentOf } from '../../../e2e/support/others.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import { alert, button, header, texts, underWay } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { shortAddress } from '../../text/shortHex.ts'
import {
  amount,
  askAmount,
  begin,
  countSent,
  FRESH,
  me,
  openSending,
  press,
  recipient,
  review,
  sending,
} from './sending.testing.ts'

const { luis } = people
/** Of a transaction that is stuck, with the fees of both ways out. */
const HELP = /una comisión mayor: hasta 0\.\d{6} ETH\..* hasta 0\.\d{6} ETH\./
const ROUNDED = /^Enviar ≈ 0\.\d{1,6} ETH$/

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

const etherOf = (address: typeof FRESH) => getBalance(world.client, { address })
const isClosed = () => expect.element(sending()).not.toBeInTheDocument()

test('ether, to the last wei: the button rounds it to read, and the exact amount stands in the details', {
  tags: 'long',
}, async () => {
  await begin(world)
  await askAmount(FRESH, 'ETH')
  await amount().fill('0.250000000000000001')
  await review()
  await expect.element(sending()).toHaveTextContent('Te quedan, antes de la comisión')
  await expect.element(sending()).toHaveTextContent('Monto exacto0.250000000000000001 ETH')
  await expect.element(sending()).toHaveTextContent('Envías≈ 0.25 ETH')
  await press('Enviar ≈ 0.25 ETH')
  await isClosed()
  await expect.element(page.getByText(`Enviaste ≈ 0.25 ETH a ${shortAddress(FRESH)}.`)).toBeVisible()
  expect(await etherOf(FRESH)).toBe(250_000_000_000_000_001n)
})

test('Máximo sends every dollar, and all ether but what the fee can be, which is said', { tags: 'long' }, async () => {
  await begin(world)
  await world.client.setTokens(deploymentOf(world).dollar, me.address, 1_000_123_456n)
  await expect.element(header()).toHaveTextContent('$ 1000.12')
  await askAmount(FRESH)
  await press('Máximo')
  await expect.element(amount()).toHaveValue('1000.123456')
  await review()
  await press('Enviar $ 1000.123456')
  await isClosed()
  expect(await balanceOf(world, me.address)).toBe(0n)
  await expect.element(header()).toHaveTextContent('$ 0.00')

  const before = await etherOf(me.address)
  await askAmount(FRESH, 'ETH')
  await expect
    .element(sending())
    .toHaveTextContent(/Disponible: 0\.\d+ ETH\. «Máximo» deja 0\.\d{6} ETH para la comisión de la red\./)
  const most = await chooseMost()
  await review()
  await sending().getByRole('button', { name: ROUNDED }).click()
  await isClosed()
  expect(await etherOf(FRESH)).toBe(most)
  expect(await etherOf(me.address)).toBeLessThan(before - most)
  expect(before - most).toBeLessThan(parseEther('0.001'))
})

test('Máximo stays possible when the fee rises a little before it is sent', { tags: 'long' }, async () => {
  // Without tips in the last blocks the fee follows the base fee alone.
  await world.client.mine({ blocks: 5 })
  await begin(world)
  await askAmount(FRESH, 'ETH')
  await expect.element(sending()).toHaveTextContent('«Máximo» deja')
  const most = await chooseMost()
  const { baseFeePerGas } = await getBlock(world.client)
  const risen = ((baseFeePerGas ?? 0n) * 5n) / 4n
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: risen })
  await world.client.mine({ blocks: 1 })
  await review()
  await sending().getByRole('button', { name: ROUNDED }).click()
  await isClosed()
  expect(await etherOf(FRESH)).toBe(most)
})

test('how much it cannot be is said too, of dollars and of ether', { tags: 'long' }, async () => {
  await begin(world)
  await askAmount(luis.address)
  const refuse = async (typed: string, sentence: RegExp) => {
    await amount().fill(typed)
    await press('Continuar')
    await expect.poll(() => texts(alert(sending()))).toEqual([expect.stringMatching(sentence)])
    await expect.element(amount()).toHaveFocus()
  }
  /** While it is typed: there is nothing to press. */
  const isTooMuch = async (typed: string, sentence: RegExp, label: RegExp) => {
    await amount().fill(typed)
    await expect.poll(() => texts(alert(sending()))).toEqual([expect.stringMatching(sentence)])
    await expect.element(sending().getByRole('button', { name: label })).toBeDisabled()
  }
  await refuse('', /^Ingrese un monto válido\.$/)
  await refuse('0', /^Ingrese un monto válido\.$/)
  await refuse('1,200', /^Ingrese un monto válido\. Escribe los miles sin punto ni coma\.$/)
  await refuse('0.0000001', /^Ingrese un monto válido\. Usa 6 decimales como máximo\.$/)
  await isTooMuch('1000.01', /^Es más de lo que tienes: puedes enviar hasta \$ 1000\.00\.$/, /^Te faltan \$ 0\.01$/)
  await refuse('9'.repeat(60), /^Es más de lo que tienes: puedes enviar hasta \$ 1000\.00\.$/)

  await sending().getByRole('tab', { name: 'ETH' }).click()
  await expect.element(sending()).toHaveTextContent('«Máximo» deja')
  await refuse('0.0000000000000000001', /^Ingrese un monto válido\. Usa 18 decimales como máximo\.$/)
  await isTooMuch('1', /^Con la comisión de la red puedes enviar hasta 0\.999\d+ ETH\.$/, /^Te faltan 0\.000\d+ ETH$/)
  await amount().fill('0.5')
  await press('Continuar')
  await expect.element(sending()).toHaveTextContent('Paso 3 de 3: revisar')
  // Back keeps what was typed: the arrow, and the browser's own.
  await press('Volver')
  await expect.element(amount()).toHaveValue('0.5')
  history.back()
  await expect.element(recipient()).toHaveValue(luis.address)
  history.back()
  await isClosed()
  await expect.element(button('Enviar', header())).toHaveFocus()
})

test('while the first transfer to somebody is confirmed, nothing says that there was one before', { tags: 'long' }, async () => {
  const seen: string[] = []
  const observer = new MutationObserver(() => {
    const text = document.querySelector('[role=dialog]')?.textContent ?? ''
    if (text.includes('Primera vez')) seen.push(text)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  await begin(world)
  await askAmount(FRESH)
  await amount().fill('1')
  await review()
  await press('Enviar $ 1.00')
  await isClosed()
  observer.disconnect()
  expect(seen.some((text) => text.includes('TX confirmada'))).toBe(true)
  expect(seen.filter((text) => text.includes('Ya le enviaste antes'))).toEqual([])
})

test('to a contract it is warned about; one that takes no ether is refused before anything is signed', {
  tags: 'long',
}, async () => {
  await begin(world)
  const sent = countSent()
  // Reverts whatever it is sent.
  await world.client.setCode({ address: FRESH, bytecode: '0x5f5ffd' })
  await askAmount(FRESH)
  await amount().fill('1')
  await review()
  await expect.element(sending()).toHaveTextContent('Es la dirección de un contrato, no la de una persona.')
  await press('Volver')
  await sending().getByRole('tab', { name: 'ETH' }).click()
  await expect.poll(() => texts(alert(sending()))).toEqual(['Esa dirección es de un contrato que no acepta ETH.'])
  await amount().fill('0.1')
  await press('Continuar')
  await expect.element(alert(sending()).filter({ hasText: 'que no acepta ETH' })).toBeVisible()
  await expect.element(button('Enviar 0.1 ETH', sending())).toBeDisabled()
  expect(sent()).toBe(0)
})

test('a second time to the same address is not called the first, after a reload too', { tags: 'long' }, async () => {
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE, { isKept: true })
  await askAmount(FRESH, 'ETH')
  await amount().fill('0.1')
  await review()
  await expect.element(sending()).toHaveTextContent('Primera vez que le envías a esta dirección.')
  await press('Enviar 0.1 ETH')
  await isClosed()

  unmount()
  await openDashboard(TEST_PHRASE, { isKept: true })
  await openSending()
  await press(`Enviar a ${shortAddress(FRESH)}`)
  await expect.element(sending()).toHaveTextContent('Ya le enviaste antes')
  await sending().getByRole('tab', { name: 'ETH' }).click()
  await amount().fill('0.1')
  await review()
  await expect.element(sending()).not.toHaveTextContent('Primera vez')
  await expect.element(sending()).toHaveTextContent('Un envío no vuelve.')
})

test('dollars that go elsewhere while one reads: what was shown stays, and why it cannot be sent is said', {
  tags: 'long',
}, async () => {
  await begin(world)
  await askAmount(luis.address)
  await press('Máximo')
  await review()
  await world.fund(me.address, 900)
  await world.client.mine({ blocks: 1 })
  await expect
    .poll(() => texts(alert(sending())))
    .toEqual(['Tienes $ 900.00 y hacen falta $ 1000.00. Baja el monto u obtén fondos de prueba.'])
  await expect.element(sending()).toHaveTextContent('Envías$ 1000.00')
})

test('a double click on Continuar does not send', { tags: 'long' }, async () => {
  await begin(world)
  const sent = countSent()
  await askAmount(luis.address)
  await amount().fill('5')
  await review()
  const submit = button('Enviar $ 5.00', sending())
  await expect.element(submit).toBeEnabled()
  // The second half of a slow one, when the fee is known already.
  await userEvent.hover(submit)
  await commands.clickAgain()
  await expect.element(sending().getByRole('status')).not.toBeInTheDocument()
  await expect.element(submit).toBeEnabled()
  await press('Volver')
  await expect.element(sending()).toHaveTextContent('Paso 2 de 3: cuánto')
  expect(sent()).toBe(0)
})

describe('in the middle of it', () => {
  test('a reload loses nothing and sends nothing twice; it can be sped up', { tags: 'long' }, async () => {
    const { address } = me
    await world.fund(address, 1_000)
    await openDashboard(TEST_PHRASE, { isKept: true })
    await world.client.setAutomine(false)
    const count = await getTransactionCount(world.client, { address })
    await askAmount(FRESH, 'ETH')
    await amount().fill('0.1')
    await review()
    await commands.breakNode('hangUp', 'eth_sendRawTransaction')
    await press('Enviar 0.1 ETH')
    await expect.element(sending().getByRole('status')).toHaveTextContent('Firmada y guardada aquí.')
    await press('Seguir en el panel')
    const row = underWay().getByRole('listitem')
    const what = `Enviar 0.1 ETH a ${shortAddress(FRESH)}`
    await expect.element(row).toHaveTextContent(what)

    unmount()
    await commands.healNode()
    await openDashboard(TEST_PHRASE, { isKept: true })
    await expect.element(row).toHaveTextContent('TX enviada · esperando confirmación')
    // Kept from the block by its price, until it is stuck.
    await mineAboveItsFee()
    await button(`Opciones: ${what}`, row).click()
    await expect.element(row).toHaveTextContent(HELP)
    await button(`Acelerar: ${what}`, row).click()
    await expect.element(row.getByRole('button')).not.toBeInTheDocument()
    await world.client.mine({ blocks: 1 })
    await expect.element(underWay()).not.toBeInTheDocument()
    await expect.element(page.getByText(`Enviaste 0.1 ETH a ${shortAddress(FRESH)}.`)).toBeVisible()
    expect(await etherOf(FRESH)).toBe(parseEther('0.1'))
    expect(await getTransactionCount(world.client, { address })).toBe(count + 1)
  })

  test('what no node took can be annulled, and nothing arrives', { tags: 'long' }, async () => {
    await begin(world)
    const before = await balanceOf(world, luis.address)
    await world.client.setAutomine(false)
    await askAmount(luis.address)
    await amount().fill('7')
    await review()
    await press('Enviar $ 7.00')
    await expect.element(sending().getByRole('status')).toHaveTextContent('TX enviada')
    await press('Seguir en el panel')
    await mineAboveItsFee()
    const what = `Enviar $ 7.00 a ${shortAddress(luis.address)}`
    await button(`Opciones: ${what}`, underWay()).click()
    await expect.element(underWay()).toHaveTextContent(HELP)
    await button(`Anular: ${what}`, underWay()).click()
    await expect.element(underWay()).toHaveTextContent('Anulación enviada · esperando confirmación')
    await world.client.mine({ blocks: 1 })
    await expect.element(page.getByText(`Anulaste: ${what}. Solo se pagó la comisión de la red.`)).toBeVisible()
    expect(await balanceOf(world, luis.address)).toBe(before)
  })
})

/** Presses 'Máximo', and returns the ether that it fills in. */
async function chooseMost(): Promise<bigint> {
  await press('Máximo')
  await expect.element(amount()).not.toHaveValue('')
  const field = amount().element()
  if (!(field instanceof HTMLInputElement)) throw new Error('The amount is not in an input.')
  return parseEther(field.value)
}

/** Blocks that cost more than any transaction offers. */
async function mineAboveItsFee() {
  for (let block = 0; block < 4; block++) {
    await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('20') })
    await world.client.mine({ blocks: 1 })
  }
}
