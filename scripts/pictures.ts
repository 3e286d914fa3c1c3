// npm run pictures: takes the pictures of the README and of docs/guia.md, in a browser on an embedded chain.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { type BenchWorld, inWorld } from '../bench/world.ts'
import { people } from '../devchain/people.ts'
import { createChainClient } from '../devchain/testClient.ts'
import { debts, fillOfferAndSeeFee, market, publishForm } from '../e2e/support/dashboard.ts'
import { anasVault } from '../e2e/support/device.ts'
import { ask, deploymentOf, pay, publish, take } from '../e2e/support/others.ts'
import { alert, button, chooseInMenu, header, openStoredWallet, section, title } from '../e2e/support/steps.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { requireChromium } from './lib/browser.ts'
import { paletteScreenshot } from './lib/palettePng.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 1040 }
const MAX_BYTES = 80_000

const me = mnemonicToAccount(anasVault.phrase)
const { luis, eva, marta } = people
const docs = fileURLToPath(new URL('../docs/', import.meta.url))

requireChromium()
mkdirSync(`${docs}guia`, { recursive: true })
await inWorld(async (world) => {
  await makeLoans(world)
  const page = await world.browser.newPage({
    baseURL: world.appUrl,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    viewport: PHONE,
    deviceScaleFactor: 2,
  })
  await picturePhrase(page)

  await openStoredWallet(page)
  await nameContacts(page)
  await expect(header(page)).toContainText('$ 1250.00')
  await button(alert(page), 'Cerrar').click()
  await keep(page, 'guia/inicio')
  await picturePublishing(page)
  await pictureAccepting(page)
  await pictureDebt(page)
  await picturePaying(page)
  await pictureSending(page)

  await page.setViewportSize(DESKTOP)
  await page.getByRole('link', { name: 'Inicio' }).click()
  await expect(page.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'true')
  await keep(page, 'dashboard', 'css')
})

async function picturePhrase(page: Page) {
  await page.goto('/seed')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await keep(page, 'guia/frase')
}

async function picturePublishing(page: Page) {
  const form = publishForm(page)
  await form.getByRole('combobox', { name: 'Plazo', exact: true }).selectOption('90 días')
  await fillOfferAndSeeFee(page, { amount: '300', apr: '8' })
  await scrollTo(form)
  await keep(page, 'guia/publicar')
  await form.getByRole('combobox', { name: 'Plazo', exact: true }).selectOption('30 días')
  for (const label of ['Monto (USD)', 'Interés (APR %)']) await form.getByLabel(label).fill('')
}

async function pictureAccepting(page: Page) {
  await market(page)
    .getByRole('button', { name: /^Solicitar \$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Solicitar préstamo' })
  await seeFee(dialog)
  await keep(page, 'guia/solicitar')
  await button(dialog, 'Ahora no').click()
}

async function pictureDebt(page: Page) {
  await expect(debts(page).first()).toContainText('Próxima cuota')
  await scrollTo(section(page, 'Mis Deudas'))
  await keep(page, 'guia/deudas')
}

async function picturePaying(page: Page) {
  await debts(page)
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Pagar préstamo' })
  await seeFee(dialog)
  await keep(page, 'guia/pagar')
  await button(dialog, 'Cancelar').click()
}

async function pictureSending(page: Page) {
  await button(header(page), 'Enviar').click()
  const dialog = page.getByRole('dialog', { name: 'Enviar', exact: true })
  await dialog.getByLabel('Para').fill(luis.address)
  await button(dialog, 'Continuar').click()
  await dialog.getByLabel('Monto').fill('25')
  await button(dialog, 'Continuar').click()
  await seeFee(dialog)
  await keep(page, 'guia/enviar')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** I lent to Eva, who paid a part; I owe Marta, in instalments; Luis, who repaid a loan of mine, asks for another. */
async function makeLoans(world: BenchWorld) {
  const client = createChainClient(world.chain.transport)
  await client.setBalance({ address: me.address, value: parseEther('0.4') })

  const lent = await publish(world, me, { principal: 400n * DOLLAR, seconds: 60 * DAY, apr: 900, note: 'Para el taller' })
  await take(world, eva, lent)
  await pay(world, eva, lent, 150n * DOLLAR)

  const terms = { principal: 240n * DOLLAR, seconds: 90 * DAY, apr: 800, instalments: 3, note: 'Para la bicicleta' }
  const owed = await publish(world, marta, terms)
  await take(world, me, owed)
  await pay(world, me, owed, 82n * DOLLAR)

  const repaid = await publish(world, me, { principal: 60n * DOLLAR })
  await take(world, luis, repaid)
  await pay(world, luis, repaid, 100n * DOLLAR)
  await ask(world, luis, { principal: 45n * DOLLAR, apr: 500, to: me.address, note: 'Hasta fin de mes, para los libros.' })
  await client.setTokens(deploymentOf(world).dollar, me.address, 1_250n * DOLLAR)
}

async function nameContacts(page: Page) {
  await chooseInMenu(page, 'Contactos')
  const dialog = page.getByRole('dialog')
  for (const [name, { address }] of Object.entries({ Eva: eva, Luis: luis, Marta: marta })) {
    await button(dialog, 'Agregar').click()
    await dialog.getByRole('textbox', { name: 'Dirección' }).fill(address)
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name)
    await button(dialog, 'Guardar').click()
    await expect(dialog).toContainText(name)
  }
  await button(dialog, 'Cerrar').click()
  await expect(dialog).toBeHidden()
}

async function seeFee(dialog: Locator) {
  await expect(dialog).toContainText(/≈ \$ \d+\.\d\d/)
}

/** To the top of the window, below the bar. */
async function scrollTo(section: Locator) {
  await section.evaluate((element) => window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - 80))
}

/** `css`: one pixel for each of CSS, instead of two each way. */
async function keep(page: Page, name: string, scale: 'css' | 'device' = 'device') {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const png = await paletteScreenshot(page, scale)
  console.log(`docs/${name}.png: ${png.length} bytes`)
  if (png.length > MAX_BYTES) throw new Error(`docs/${name}.png has more than ${MAX_BYTES} bytes.`)
  writeFileSync(`${docs}${name}.png`, png)
}
