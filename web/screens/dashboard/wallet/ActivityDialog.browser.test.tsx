/** @module-tag long */
import { parse } from 'csv-parse/browser/esm/sync'
import { getAddress, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { cancel, extend, forgive, pay, publish, sendDollars, take } from '../../../../e2e/support/others.ts'
import { networks } from '../../../chains.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard, unmount } from '../../../testing/mount.tsx'
import { catchSaved, catchShared } from '../../../testing/outlets.ts'
import { button, dialog, header, texts, underWay } from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'
import { shortAddress } from '../../../text/shortHex.ts'

const { deployer: me, luis, eva } = people
const FRIEND = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const friend = mnemonicToAccount(FRIEND)
const FRESH = getAddress(`0x${'1'.repeat(40)}`)

const TRANSACTION = /^https:\/\/sepolia\.etherscan\.io\/tx\/0x[0-9a-f]{64}$/

const activity = () => dialog('Actividad')
const rows = () => activity().getByRole('listitem')
const like = (...patterns: RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern))

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

async function openActivity() {
  await button('Actividad', header()).click()
  await expect.element(activity()).toBeVisible()
  await expect.element(activity().getByRole('status')).not.toBeInTheDocument()
}

/** A loan of mine that my friend took, paid in part, was given time for and was forgiven; an offer withdrawn; dollars sent. */
async function deal() {
  await world.client.setBalance({ address: friend.address, value: parseEther('1') })
  await cancel(world, me, await publish(world, me, { principal: 80n * DOLLAR }))
  const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, seconds: 30 * DAY, instalments: 3 })
  await take(world, friend, id)
  await pay(world, friend, id, 101n * DOLLAR)
  await extend(world, me, id, 9 * DAY)
  await forgive(world, me, id)
  await sendDollars(world, friend, me.address, 7n * DOLLAR)
}

test('two people see in Actividad what each did to the other, by day, with amounts', async () => {
  await deal()
  const [mine, theirs] = [shortAddress(me.address), shortAddress(friend.address)]
  await openDashboard(TEST_PHRASE)
  await openActivity()
  await expect.poll(() => texts(activity().getByRole('heading', { level: 3 }))).toEqual(['Hoy'])
  await expect
    .poll(() => texts(rows()))
    .toEqual(
      like(
        new RegExp(`^${theirs}Te envió · \\d\\d:\\d\\d\\+ \\$ 7\\.00$`),
        new RegExp(`^${theirs}Le perdonaste lo que faltaba · \\d\\d:\\d\\d\\$ 199\\.01$`),
        new RegExp(`^${theirs}Le diste más tiempo · \\d\\d:\\d\\d · ahora vence el \\d+ \\w+$`),
        new RegExp(`^${theirs}Te pagó · \\d\\d:\\d\\d · cuotas 1 a 2 de 3\\+ \\$ 101\\.00$`),
        new RegExp(`^${theirs}Tomó tu oferta · \\d\\d:\\d\\d · vence el \\d+ \\w+\\$ 300\\.00$`),
        /^Publicaste una oferta\d\d:\d\d− \$ 300\.00$/,
        /^Retiraste una oferta\d\d:\d\d · vuelve a tu saldo\+ \$ 80\.00$/,
        /^Publicaste una oferta\d\d:\d\d− \$ 80\.00$/,
        // With what every chain begins.
        /Le enviaste · \d\d:\d\d− \$ 200\.00$/,
        /^Fondos de prueba\d\d:\d\d\+ \$ 1000\.00$/,
      ),
    )
  // The local network has no block explorer.
  expect(activity().getByRole('link').elements()).toEqual([])
  await expect.element(activity()).toHaveTextContent('Del ETH se ve lo último que enviaste desde este dispositivo')

  await button('Envíos', activity()).click()
  await expect.poll(() => texts(rows())).toEqual(like(/Te envió/, /Le enviaste/, /Fondos de prueba/))
  await button('Préstamos', activity()).click()
  await expect.poll(() => rows().elements().length).toBe(7)
  await expect.element(button('Préstamos', activity())).toHaveAttribute('aria-pressed', 'true')

  unmount()
  await openDashboard(FRIEND)
  await openActivity()
  await expect
    .poll(() => texts(rows()))
    .toEqual(
      like(
        new RegExp(`^${mine}Le enviaste · .*− \\$ 7\\.00$`),
        new RegExp(`^${mine}Te perdonó lo que faltaba · .*\\$ 199\\.01$`),
        new RegExp(`^${mine}Te dio más tiempo · `),
        new RegExp(`^${mine}Le pagaste · .*− \\$ 101\\.00$`),
        new RegExp(`^${mine}Tomaste su préstamo · .*\\+ \\$ 300\\.00$`),
      ),
    )
})

test('what happens while Actividad is open comes on top by itself', async () => {
  const id = await publish(world, me, { principal: 300n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  await openActivity()
  await expect.element(rows().first()).toHaveTextContent('Publicaste una oferta')
  await take(world, luis, id)
  await expect.element(rows().first()).toHaveTextContent('Tomó tu oferta')
})

test('what is under way stands on top until it is done, and then has its place in the list', async () => {
  await world.client.increaseTime({ seconds: 3600 })
  await world.client.mine({ blocks: 1 })
  await openDashboard(TEST_PHRASE)
  await world.client.setAutomine(false)
  await button('Obtener fondos de prueba', header()).click()
  await expect.element(underWay()).toHaveTextContent('Pedir dólares de prueba')
  await openActivity()
  await expect.element(activity().getByRole('heading', { level: 3 }).first()).toHaveTextContent(/^En camino$/)
  await expect.element(rows().first()).toHaveTextContent(/^Pedir dólares de pruebaTX enviada · esperando confirmación$/)
  await button('Préstamos', activity()).click()
  await expect.element(activity()).not.toHaveTextContent('En camino')
  await button('Todo', activity()).click()
  await expect.element(activity()).toHaveTextContent('En camino')
  await world.client.setAutomine(true)
  await world.client.mine({ blocks: 1 })
  await expect.element(activity()).not.toHaveTextContent('En camino')
  await expect.element(rows().first()).toHaveTextContent(/^Fondos de prueba\d\d:\d\d\+ \$ 1000\.00$/)
})

test('a network that gives no events says so, and what was found comes with the next try', async () => {
  await publish(world, me, { principal: 300n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  await commands.breakNode('rpcError', 'eth_getLogs')
  await button('Actividad', header()).click()
  await expect.element(activity()).toHaveTextContent('La red no dio tu actividad.')
  await commands.healNode()
  await button('Buscar otra vez', activity()).click()
  await expect.element(rows().first()).toHaveTextContent('Publicaste una oferta')
})

test('a payment opens its receipt, which is shared as text, and Back leads to the list again', async () => {
  const shared = catchShared()
  await deal()
  await openDashboard(TEST_PHRASE)
  await openActivity()
  await rows().filter({ hasText: 'Te pagó' }).getByRole('button').click()
  const receipt = dialog('Pago recibido')
  await expect.element(receipt).toHaveTextContent(/Monto\$ 101\.00Cuándo\d+ \w+ \d{4}, \d\d:\d\d/)
  await expect
    .element(receipt)
    .toHaveTextContent(/Préstamon\.º \d+ · cuotas 1 a 2 de 3Le falta\$ 199\.01Transacción0x\w{4}…\w{4}/)
  await button('Compartir recibo', receipt).click()
  const recibo = new RegExp(`^Recibo de EntrePares\\s${friend.address} pagó \\$ 101\\.00 a ${me.address} el `)
  await expect.poll(() => shared).toEqual(like(recibo))
  // Whose it is can be looked at, with the whole address.
  await button(`Ver ficha de ${shortAddress(friend.address)}`, receipt).click()
  await expect.element(dialog('Persona')).toHaveTextContent(friend.address)
  await button('Cerrar', dialog('Persona')).click()
  await expect.element(receipt).toBeVisible()
  history.back()
  await expect.element(receipt).not.toBeInTheDocument()
  await expect.element(activity()).toBeVisible()
})

test('a transfer opens its receipt too, whichever way it went, and it is shared with whole addresses', async () => {
  const shared = catchShared()
  await deal()
  await openDashboard(TEST_PHRASE)
  await openActivity()
  await rows().filter({ hasText: 'Te envió' }).getByRole('button').click()
  const receipt = dialog('Envío recibido')
  await expect.element(receipt).toHaveTextContent(/Monto\$ 7\.00Cuándo\d+ \w+ \d{4}, \d\d:\d\dTransacción0x\w{4}…\w{4}/)
  await expect.element(receipt).not.toHaveTextContent('Préstamo')
  await button('Compartir recibo', receipt).click()
  const recibo = `^Recibo de EntrePares\\s${friend.address} envió \\$ 7\\.00 a ${me.address} el .*\\.\\sTransacción: 0x\\w{64}$`
  await expect.poll(() => shared).toEqual(like(new RegExp(recibo)))
  history.back()
  await expect.element(receipt).not.toBeInTheDocument()
  await rows().filter({ hasText: 'Le enviaste' }).getByRole('button').click()
  await expect.element(dialog('Recibo de un envío')).toHaveTextContent('$ 200.00')
})

test('lists received ether with its receipt and folds little from strangers', async () => {
  await openDashboard(TEST_PHRASE)
  await openActivity()
  await world.client.sendFrom(eva.address, { to: me.address, value: parseEther('0.0001') })
  await world.client.sendFrom(luis.address, { to: me.address, value: parseEther('0.25') })
  const received = rows().filter({ hasText: 'Te envió' })
  await expect.poll(() => texts(received)).toEqual(like(/Te envió · \d\d:\d\d\+ 0\.25 ETH$/))
  const minimal = button('Envíos mínimos de desconocidos (1)', activity())
  await minimal.click()
  await expect.poll(() => texts(received)).toEqual(like(/\+ 0\.25 ETH$/, /\+ 0\.0001 ETH$/))
  await expect.element(activity()).toHaveTextContent('Lo que te llega se lista si la red lo registra; en tu saldo está siempre.')
  await received.first().getByRole('button').click()
  await expect.element(dialog('Envío recibido')).toHaveTextContent(/Monto0\.25 ETHCuándo/)
})

test('ether that this device sent has its place in the list, its receipt and a column of its own in the table', {
  tags: 'long',
}, async () => {
  const saved = catchSaved()
  await world.client.setBalance({ address: me.address, value: parseEther('1') })
  await publish(world, me, { principal: 300n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  await button('Enviar', header()).click()
  const sending = dialog('Enviar')
  await sending.getByLabelText('Para').fill(FRESH)
  await button('Continuar', sending).click()
  await sending.getByRole('tab', { name: 'ETH' }).click()
  await sending.getByLabelText('Monto').fill('0.250000000000000001')
  await button('Continuar', sending).click()
  await sending.getByRole('button', { name: /^Enviar .*ETH$/ }).click()
  await expect.element(sending).not.toBeInTheDocument()
  await publish(world, me, { principal: 10n * DOLLAR })

  await openActivity()
  await expect.element(rows().nth(1)).toHaveTextContent(/Le enviaste · \d\d:\d\d− ≈ 0\.25 ETH$/)
  await expect.element(rows().nth(2)).toHaveTextContent('Publicaste una oferta')
  await expect.element(activity()).toHaveTextContent('Del ETH se ve lo último que enviaste desde este dispositivo')
  await button('Préstamos', activity()).click()
  await expect.element(activity()).not.toHaveTextContent('0.25 ETH')
  await button('Envíos', activity()).click()
  await activity().getByRole('button', { name: /CSV/ }).click()
  await expect.poll(() => saved.length).toBe(1)
  const table: Record<string, string>[] = parse((await saved[0]?.text()) ?? '', {
    bom: true,
    columns: true,
    // The browser is Spain's.
    delimiter: ';',
  })
  expect(table[0]).toMatchObject({
    Qué: 'Le enviaste',
    Persona: FRESH,
    'Entra o sale (USD)': '',
    'Monto (USD)': '',
    'Entra o sale (ETH)': '-0,250000000000000001',
  })
  expect(table.slice(1).every((row) => row['Entra o sale (ETH)'] === '')).toBe(true)
  await rows().first().getByRole('button').click()
  await expect.element(dialog('Recibo de un envío')).toHaveTextContent('0.250000000000000001 ETH')
})

describe('on Sepolia', () => {
  beforeEach(async () => {
    world = await beginWorld({ chainId: networks.sepolia.id })
  })

  test('each entry leads to its transaction in the explorer', async () => {
    await deal()
    await openDashboard(TEST_PHRASE)
    await openActivity()
    const links = activity().getByRole('link')
    await expect.element(links.first()).toHaveAttribute('href', expect.stringMatching(TRANSACTION))
    await expect.poll(() => links.filter({ hasText: 'Tomó tu oferta' }).elements().length).toBe(1)
    for (const [row, name] of [
      ['Te pagó', 'Pago recibido'],
      ['Te envió', 'Envío recibido'],
    ] as const) {
      await rows().filter({ hasText: row }).getByRole('button').click()
      const receipt = dialog(name)
      await expect.element(receipt.getByRole('link')).toHaveAttribute('href', expect.stringMatching(TRANSACTION))
      history.back()
      await expect.element(receipt).not.toBeInTheDocument()
    }
  })
})
