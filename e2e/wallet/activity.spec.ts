import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { getAddress, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { people } from '../../devchain/people.ts'
import { networks } from '../../web/chains.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { shortAddress } from '../../web/text/shortHex.ts'
import { expectAccessible } from '../support/accessible.ts'
import { underWay } from '../support/dashboard.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { faults } from '../support/node.ts'
import { cancel, extend, forgive, pay, publish, sendDollars, take } from '../support/others.ts'
import { button, header, openDashboard } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const { deployer: me, luis } = people
const FRIEND = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const friend = mnemonicToAccount(FRIEND)
const FRESH = getAddress(`0x${'1'.repeat(40)}`)

const TRANSACTION = /^https:\/\/sepolia\.etherscan\.io\/tx\/0x[0-9a-f]{64}$/

const activity = (page: Page) => page.getByRole('dialog', { name: 'Actividad' })
const rows = (page: Page) => activity(page).getByRole('listitem')

async function openActivity(page: Page) {
  await button(header(page), 'Actividad').click()
  await expect(activity(page).getByRole('status')).toHaveCount(0)
}

/** A loan of mine that my friend took, paid in part, was given time for and was forgiven; an offer withdrawn; dollars sent. */
async function deal(world: World) {
  await world.client.setBalance({ address: friend.address, value: parseEther('1') })
  await cancel(world, me, await publish(world, me, { principal: 80n * DOLLAR }))
  const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, seconds: 30 * DAY, instalments: 3 })
  await take(world, friend, id)
  await pay(world, friend, id, 101n * DOLLAR)
  await extend(world, me, id, 9 * DAY)
  await forgive(world, me, id)
  await sendDollars(world, friend, me.address, 7n * DOLLAR)
}

test('two people see in Actividad what each did to the other, by day, with amounts', async ({ page, browser, world }) => {
  await deal(world)
  const [mine, theirs] = [shortAddress(me.address), shortAddress(friend.address)]
  await openDashboard(page)
  await openActivity(page)
  await expect(activity(page).getByRole('heading', { level: 3 })).toHaveText(['Hoy'])
  await expect(rows(page)).toHaveText([
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
  ])
  // The local network has no block explorer.
  await expect(activity(page).getByRole('link')).toHaveCount(0)
  await expect(activity(page)).toContainText('Del ETH se ve lo último que enviaste desde este dispositivo')

  await button(activity(page), 'Envíos').click()
  await expect(rows(page)).toHaveText([/Te envió/, /Le enviaste/, /Fondos de prueba/])
  await button(activity(page), 'Préstamos').click()
  await expect(rows(page)).toHaveCount(7)
  await expect(button(activity(page), 'Préstamos')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  const other = await browser.newPage()
  await openDashboard(other, FRIEND)
  await openActivity(other)
  await expect(rows(other)).toHaveText([
    new RegExp(`^${mine}Le enviaste · .*− \\$ 7\\.00$`),
    new RegExp(`^${mine}Te perdonó lo que faltaba · .*\\$ 199\\.01$`),
    new RegExp(`^${mine}Te dio más tiempo · `),
    new RegExp(`^${mine}Le pagaste · .*− \\$ 101\\.00$`),
    new RegExp(`^${mine}Tomaste su préstamo · .*\\+ \\$ 300\\.00$`),
  ])
  await other.close()
})

test('what happens while Actividad is open comes on top by itself', async ({ page, world }) => {
  const id = await publish(world, me, { principal: 300n * DOLLAR })
  await openDashboard(page)
  await openActivity(page)
  await expect(rows(page).first()).toContainText('Publicaste una oferta')
  await take(world, luis, id)
  await expect(rows(page).first()).toContainText('Tomó tu oferta')
})

test('what is under way stands on top until it is done, and then has its place in the list', async ({ page, world }) => {
  await world.client.increaseTime({ seconds: 3600 })
  await world.client.mine({ blocks: 1 })
  await openDashboard(page)
  await world.client.setAutomine(false)
  await button(header(page), 'Obtener fondos de prueba').click()
  await expect(underWay(page)).toContainText('Pedir dólares de prueba')
  await openActivity(page)
  await expect(activity(page).getByRole('heading', { level: 3 }).first()).toHaveText('En camino')
  await expect(rows(page).first()).toHaveText('Pedir dólares de pruebaTX enviada · esperando confirmación')
  await button(activity(page), 'Préstamos').click()
  await expect(activity(page)).not.toContainText('En camino')
  await button(activity(page), 'Todo').click()
  await world.client.setAutomine(true)
  await world.client.mine({ blocks: 1 })
  await expect(activity(page)).not.toContainText('En camino')
  await expect(rows(page).first()).toContainText(/^Fondos de prueba\d\d:\d\d\+ \$ 1000\.00$/)
})

test('a network that gives no events says so, and what was found comes with the next try', async ({ page, world }) => {
  await publish(world, me, { principal: 300n * DOLLAR })
  await openDashboard(page)
  world.node.breakWith(faults.rpcError, 'eth_getLogs')
  await button(header(page), 'Actividad').click()
  await expect(activity(page)).toContainText('La red no dio tu actividad.')
  await world.node.heal()
  await button(activity(page), 'Buscar otra vez').click()
  await expect(rows(page).first()).toContainText('Publicaste una oferta')
})

test('a payment opens its receipt, which is shared as text, and Back leads to the list again', async ({ page, world }) => {
  await deal(world)
  await openDashboard(page)
  await page.evaluate(() => {
    Navigator.prototype.share = async ({ text = '' } = {}) => {
      document.title = text
    }
  })
  await openActivity(page)
  await rows(page).filter({ hasText: 'Te pagó' }).getByRole('button').click()
  const receipt = page.getByRole('dialog', { name: 'Pago recibido' })
  await expect(receipt).toContainText(/Monto\$ 101\.00Cuándo\d+ \w+ \d{4}, \d\d:\d\d/)
  await expect(receipt).toContainText(/Préstamon\.º \d+ · cuotas 1 a 2 de 3Le falta\$ 199\.01Transacción0x\w{4}…\w{4}/)
  await expectAccessible(page)
  await button(receipt, 'Compartir recibo').click()
  await expect(page).toHaveTitle(new RegExp(`^Recibo de EntrePares\\s${friend.address} pagó \\$ 101\\.00 a ${me.address} el `))
  // Whose it is can be looked at, with the whole address.
  await button(receipt, `Ver ficha de ${shortAddress(friend.address)}`).click()
  const sheet = page.getByRole('dialog', { name: 'Persona' })
  await expect(sheet).toContainText(friend.address)
  await button(sheet, 'Cerrar').click()
  await expect(receipt).toBeVisible()
  await page.goBack()
  await expect(receipt).toBeHidden()
  await expect(activity(page)).toBeVisible()
})

test('a transfer opens its receipt too, whichever way it went, and it is shared with whole addresses', async ({
  page,
  world,
}) => {
  await deal(world)
  await openDashboard(page)
  await page.evaluate(() => {
    Navigator.prototype.share = async ({ text = '' } = {}) => {
      document.title = text
    }
  })
  await openActivity(page)
  await rows(page).filter({ hasText: 'Te envió' }).getByRole('button').click()
  const receipt = page.getByRole('dialog', { name: 'Envío recibido' })
  await expect(receipt).toContainText(/Monto\$ 7\.00Cuándo\d+ \w+ \d{4}, \d\d:\d\dTransacción0x\w{4}…\w{4}/)
  await expect(receipt).not.toContainText('Préstamo')
  await expectAccessible(page)
  await button(receipt, 'Compartir recibo').click()
  await expect(page).toHaveTitle(
    new RegExp(`^Recibo de EntrePares\\s${friend.address} envió \\$ 7\\.00 a ${me.address} el .*\\. Transacción: 0x\\w{64}$`),
  )
  await page.goBack()
  await rows(page).filter({ hasText: 'Le enviaste' }).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'Recibo de un envío' })).toContainText('$ 200.00')
})

test('ether that this device sent has its place in the list, its receipt and a column of its own in the table', async ({
  page,
  world,
}) => {
  await world.client.setBalance({ address: me.address, value: parseEther('1') })
  await publish(world, me, { principal: 300n * DOLLAR })
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  await button(header(page), 'Enviar').click()
  const dialog = page.getByRole('dialog', { name: 'Enviar', exact: true })
  await dialog.getByLabel('Para').fill(FRESH)
  await button(dialog, 'Continuar').click()
  await dialog.getByRole('tab', { name: 'ETH' }).click()
  await dialog.getByLabel('Monto').fill('0.250000000000000001')
  await button(dialog, 'Continuar').click()
  await dialog.getByRole('button', { name: /^Enviar .*ETH$/ }).click()
  await expect(dialog).toBeHidden()
  await publish(world, me, { principal: 10n * DOLLAR })

  await openActivity(page)
  await expect(rows(page).nth(1)).toHaveText(/Le enviaste · \d\d:\d\d− ≈ 0\.25 ETH$/)
  await expect(rows(page).nth(2)).toContainText('Publicaste una oferta')
  await expect(activity(page)).toContainText('Del ETH se ve lo último que enviaste desde este dispositivo')
  await button(activity(page), 'Préstamos').click()
  await expect(activity(page)).not.toContainText('ETH$')
  await button(activity(page), 'Envíos').click()
  const downloading = page.waitForEvent('download')
  await activity(page).getByRole('button', { name: /CSV/ }).click()
  const table: Record<string, string>[] = parse(await readFile(await (await downloading).path()), { bom: true, columns: true })
  expect(table[0]).toMatchObject({
    Qué: 'Le enviaste',
    Persona: FRESH,
    'Entra o sale (USD)': '',
    'Monto (USD)': '',
    'Entra o sale (ETH)': '-0.250000000000000001',
  })
  expect(table.slice(1).every((row) => row['Entra o sale (ETH)'] === '')).toBe(true)
  await rows(page).first().getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'Recibo de un envío' })).toContainText('0.250000000000000001 ETH')
})

test('what was found is saved as a table that a spreadsheet reads, and that runs nothing', async ({ page, world }) => {
  const id = await publish(world, me, { principal: 300n * DOLLAR, note: '=HYPERLINK("http://evil";"hola"), "ñ"' })
  await take(world, luis, id)
  await pay(world, luis, id, 20n * DOLLAR)
  await openDashboard(page)
  await openActivity(page)
  const downloading = page.waitForEvent('download')
  await activity(page).getByRole('button', { name: /CSV/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^entrepares-actividad-\d{4}-\d\d-\d\d\.csv$/)
  const table: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true })
  expect(table).toHaveLength(5)
  expect(table[0]).toMatchObject({
    Qué: 'Te pagó',
    Persona: luis.address,
    'Entra o sale (USD)': '20',
    Préstamo: String(id),
    Nota: `'=HYPERLINK("http://evil";"hola"), "ñ"`,
  })
  expect(table.map((row) => Number(row['Entra o sale (USD)']))).toEqual([20, 0, -300, -200, 1000])
})

test.describe('on Sepolia', () => {
  test.use({ chainId: networks.sepolia.id })

  test('each entry leads to its transaction in the explorer', async ({ page, world }) => {
    await deal(world)
    await openDashboard(page)
    await openActivity(page)
    const links = activity(page).getByRole('link')
    await expect(links.first()).toHaveAttribute('href', TRANSACTION)
    await expect(links.filter({ hasText: 'Tomó tu oferta' })).toHaveCount(1)
    for (const [row, name] of [
      ['Te pagó', 'Pago recibido'],
      ['Te envió', 'Envío recibido'],
    ] as const) {
      await rows(page).filter({ hasText: row }).getByRole('button').click()
      await expect(page.getByRole('dialog', { name }).getByRole('link')).toHaveAttribute('href', TRANSACTION)
      await page.goBack()
    }
  })
})
