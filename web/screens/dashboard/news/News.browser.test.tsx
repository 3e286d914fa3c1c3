/** @module-tag long */
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { ask, extend, forgive, pay, publish, sendDollars, take, withdrawRequest } from '../../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard, unmount } from '../../../testing/mount.tsx'
import {
  alert,
  button,
  chooseInMenu,
  chooseOnDebtor,
  debtors,
  dialog,
  expectCount,
  header,
  lookAgain,
  section,
  texts,
} from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'
import { shortAddress } from '../../../text/shortHex.ts'

const { deployer: me, luis } = people
/** Of a wallet that is kept on the device. */
const KEEPER = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const keeper = mnemonicToAccount(KEEPER)
const FRIEND = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const friend = mnemonicToAccount(FRIEND)

const card = section('Desde tu última visita')
const rows = card.getByRole('listitem')

let world: World
beforeEach(async () => {
  world = await beginWorld()
  for (const { address } of [keeper, friend]) await world.fund(address, 0, '10')
  // A write of the visit before, still under way when it ended, would be taken for what this one saw.
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => page.viewport(1280, 720))

const openKept = () => openDashboard(KEEPER, { isKept: true })

/** Until what was seen is kept on the device. */
const seen = (storage = localStorage) =>
  expect.poll(() => Object.keys(storage).some((key) => key.startsWith('entrepares.news.'))).toBe(true)

async function openVisit(phrase = TEST_PHRASE) {
  await openDashboard(phrase)
  await seen(sessionStorage)
}

/** Every notice that is shown from now on. */
function noteNotices(): () => string {
  const said: string[] = []
  const observer = new MutationObserver(() => {
    for (const element of document.querySelectorAll('[role=alert]')) said.push(element.textContent)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => said.join()
}

async function expectTold(text: string | RegExp) {
  lookAgain()
  await expect.element(alert()).toHaveTextContent(text)
}

async function nameFriend(name = 'Eva Ríos') {
  await chooseInMenu('Contactos')
  await button('Agregar', dialog()).click()
  await dialog().getByRole('textbox', { name: 'Dirección' }).fill(friend.address)
  await dialog().getByRole('textbox', { name: 'Nombre' }).fill(name)
  await button('Guardar', dialog()).click()
  await button('Cerrar', dialog()).click()
  await expect.element(dialog()).not.toBeInTheDocument()
}

const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()

describe('while the page is open', () => {
  test('dollars that somebody sends me are told once, less than a cent is not, and a draw of my own is not', async () => {
    // Test dollars can be drawn again.
    await world.pass(3600)
    const said = noteNotices()
    await openVisit()
    await sendDollars(world, friend, me.address, 9_999n)
    await button('Obtener fondos de prueba', header()).click()
    await expect.element(alert()).toHaveTextContent('Recibiste dólares de prueba.')
    await sendDollars(world, friend, me.address, 7n * DOLLAR)
    await expectTold(`Te enviaron $ 7.00. De ${shortAddress(friend.address)}.`)
    await sendDollars(world, luis, me.address, 3n * DOLLAR)
    await expectTold(`Te enviaron $ 3.00. De ${shortAddress(luis.address)}.`)
    expect(said()).not.toContain('$ 0.00')
    expect(said()).not.toContain('$ 1000.00')
    expect(said()).not.toContain('novedad')
    await button('Ver', alert()).click()
    await expect.element(dialog('Actividad')).toHaveTextContent('Te envió')
  })

  test('who has a name is called by it', async () => {
    const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, to: friend.address })
    await openVisit()
    await nameFriend()
    await sendDollars(world, friend, me.address, 7n * DOLLAR)
    await expectTold('Te enviaron $ 7.00. De Eva Ríos.')
    await take(world, friend, id)
    await expectTold('te deben $ 300.01. Eva Ríos.')
  })

  test('each of two people is told what the other did, and is led to Actividad', async () => {
    const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, seconds: 30 * DAY })
    await openVisit()
    await take(world, friend, id)
    await expectTold(`Tomaron tu oferta: te deben $ 300.01. Préstamo de $ 300.00.`)
    await pay(world, friend, id, 20n * DOLLAR)
    await expectTold(`Te pagaron $ 20.00. Préstamo de $ 300.00.`)
    await button('Ver', alert()).click()
    await expect.element(dialog('Actividad')).toHaveTextContent('Te pagó')
    await button('Cerrar', dialog('Actividad')).click()
    unmount()
    // The other has a browser of their own.
    sessionStorage.clear()

    await openVisit(FRIEND)
    await extend(world, me, id, 9 * DAY)
    await expectTold(`Te dieron más tiempo. Préstamo de $ 300.00.`)
    await forgive(world, me, id)
    await expectTold(`Te perdonaron lo que faltaba. Préstamo de $ 300.00.`)
    await expect.element(card).not.toBeInTheDocument()
  })

  test('the last payment is told as the end of the loan, and leads to its receipt and contract', async () => {
    const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1 })
    await take(world, friend, id)
    await openVisit()
    await sendDollars(world, people.ana, friend.address, 10n * DOLLAR)
    await pay(world, friend, id, 301n * DOLLAR)
    await expectTold(`${shortAddress(friend.address)} terminó de pagarte: préstamo de $ 300.00.`)
    await button('Ver', alert()).click()
    const end = dialog(`${shortAddress(friend.address)} terminó de pagarte`)
    await expect.element(end).toHaveTextContent(/Ya no te debe nada de este préstamo\.\s*Te devolvió en total\s*\$ 300\.01/)
    await button('Ver recibo', end).click()
    await expect.element(dialog('Pago recibido')).toHaveTextContent('$ 300.01')
  })

  test('a payment that I note myself is no news to me', async () => {
    const id = await publish(world, me, { principal: 300n * DOLLAR })
    await take(world, luis, id)
    const said = noteNotices()
    await openVisit()
    await chooseOnDebtor('Anotar un pago recibido')
    await dialog().getByRole('textbox', { name: 'Monto' }).fill('5')
    await expect.element(dialog()).toHaveTextContent(/Comisión de red \(máx\.\)\s*≈ \$/)
    await button('Anotar $ 5.00', dialog()).click()
    await expect.element(debtors().first()).toHaveTextContent('Pagado: $ 5.00')
    await userEvent.keyboard('{Escape}')
    // A later payment is told, so the noted one would have been told before.
    await pay(world, luis, id, 7n * DOLLAR)
    await expectTold('Te pagaron $ 7.00.')
    expect(said()).not.toContain('Te pagaron $ 5.00')
    expect(said()).not.toContain('Te pagaron $ 12.00')
  })
})

describe('what is offered to me or asked of me', () => {
  test('is told while the page is open, by name, and leads to the marketplace', async () => {
    await openVisit()
    await nameFriend()
    await publish(world, friend, { principal: 50n * DOLLAR, to: me.address })
    await expectTold('Te ofrecen un préstamo de $ 50.00. De Eva Ríos.')
    await button('Ver', alert()).click()
    await expect.element(page.getByRole('heading', { name: 'Marketplace de Préstamos' })).toHaveFocus()
    // Of somebody without a name the first alone, who could do so with every block.
    await ask(world, luis, { principal: 20n * DOLLAR, to: me.address })
    await expectTold(`Te piden un préstamo de $ 20.00. De ${shortAddress(luis.address)}.`)
    await ask(world, luis, { principal: 21n * DOLLAR, to: me.address })
    await ask(world, friend, { principal: 22n * DOLLAR, to: me.address })
    await expectTold(/^Te piden un préstamo de \$ 22\.00\. De Eva Ríos\./)
    await expect.element(alert()).not.toHaveTextContent('novedad')
  })

  test('stands on the card of the next visit, if I know who it is, and leaves it once it is withdrawn', async () => {
    await page.viewport(360, 740)
    await openKept()
    await nameFriend()
    await seen()
    unmount()
    await publish(world, friend, { principal: 50n * DOLLAR, to: keeper.address })
    for (const principal of [19n, 20n]) await ask(world, luis, { principal: principal * DOLLAR, to: keeper.address })
    const asked = await ask(world, friend, { principal: 21n * DOLLAR, to: keeper.address })
    await sendDollars(world, friend, keeper.address, 7n * DOLLAR)
    await openKept()
    await expect
      .poll(() => texts(rows))
      .toEqual([
        'Te ofrecen un préstamo de $ 50.00De Eva Ríos',
        'Te piden un préstamo de $ 21.00De Eva Ríos',
        'Te enviaron $ 7.00De Eva Ríos',
      ])
    await button('Ver ficha de Eva Ríos', card).first().click()
    await expect.element(dialog('Persona')).toHaveTextContent(friend.address)
    await button('Cerrar', dialog('Persona')).click()
    await withdrawRequest(world, friend, asked)
    lookAgain()
    await expectCount(rows, 2)
    unmount()
    await openKept()
    await expect.element(section('Ofertas para ti')).toHaveTextContent('$ 50.00')
    await expect.element(card).not.toBeInTheDocument()
  })
})

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740))

  test('the button that takes the card away stands beside its title, with text of twice the size too', async () => {
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    await openKept()
    await seen()
    unmount()
    await sendDollars(world, luis, keeper.address, 3n * DOLLAR)
    await openKept()
    await expect.element(card).toHaveTextContent('Te enviaron $ 3.00')
    document.documentElement.style.fontSize = '200%'
    const dismiss = boxOf(button('Quitar novedades', card).element())
    expect(dismiss.width).toBeGreaterThan(0)
    expect(dismiss.y).toBeLessThan(boxOf(card.getByRole('heading').element()).bottom)
    expect(dismiss.right).toBeLessThanOrEqual(360)
  })

  test('news that comes while a dialog is open covers no button of it', async () => {
    const id = await publish(world, me, { principal: 12_300n * DOLLAR, apr: 1, to: friend.address })
    await openVisit()
    await nameFriend('Maximiliana Guadalupe del Carmen Fernán')
    // The tallest that a dialog can be.
    await button('Ver ficha de 0x90F7…b906').first().click()
    await button('Poner nombre', dialog()).click()
    await take(world, friend, id)
    lookAgain()
    // Outside of the dialog, which hides the rest of the page from its own reader.
    const shown = () => document.querySelector('.MuiSnackbarContent-root')
    await expect.poll(() => shown()?.textContent).toContain('Tomaron tu oferta')
    const notice = boxOf(shown())
    expect(notice.height).toBeGreaterThan(0)
    expect(boxOf(dialog().element()).y).toBeLessThan(100)
    expect(notice.bottom).toBeLessThanOrEqual(boxOf(button('Cerrar', dialog()).element()).y)
    await button('Cerrar', dialog()).click()
    await expect.element(dialog()).not.toBeInTheDocument()
  })
})

describe('after unlocking', () => {
  test('the card says who sent dollars meanwhile, by name, above the account, and not again at the next visit', async () => {
    await page.viewport(360, 780)
    const id = await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })
    await take(world, friend, id)
    await openKept()
    await nameFriend()
    await seen()
    unmount()
    await sendDollars(world, friend, keeper.address, 7n * DOLLAR)
    await sendDollars(world, luis, keeper.address, 3n * DOLLAR)
    await pay(world, friend, id, 30n * DOLLAR)

    await openKept()
    await expect
      .poll(() => texts(rows))
      .toEqual([
        `Te pagaron $ 30.00Eva Ríos · Préstamo de $ 90.00 · faltan $ 60.01`,
        `Te enviaron $ 3.00De ${shortAddress(luis.address)}`,
        'Te enviaron $ 7.00De Eva Ríos',
      ])
    await expect.element(alert()).not.toBeInTheDocument()
    expect(boxOf(card.element()).bottom).toBeLessThan(boxOf(header().element()).y)

    unmount()
    await openKept()
    await expect.element(debtors().first()).toHaveTextContent('Pagado: $ 30.00')
    await sendDollars(world, luis, keeper.address, 5n * DOLLAR)
    await expectTold('Te enviaron $ 5.00.')
    await expect.element(alert()).not.toHaveTextContent('novedad')
    await expect.element(card).not.toBeInTheDocument()
  })
})
