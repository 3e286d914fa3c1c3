import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getBlock, getLogs } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { networks } from '../../web/chains.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { date, longMoment, moment } from '../../web/text/format.ts'
import { expectAccessible } from '../support/accessible.ts'
import { debtors, debts, showEnded } from '../support/dashboard.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { deploymentOf, pay, publish, take } from '../support/others.ts'
import { alert, button, header, openDashboard } from '../support/steps.ts'

const { deployer: me, ana, luis, eva } = people
const HOSTILE = '<img src=x onerror=alert(1)> {{note}}'

// The test formats dates in Node's time zone, so the browser gets the same one.
test.use({ timezoneId: process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone })

/** 600 dollars at 8 % for 60 days. The borrower has paid 200 and Eva 80. */
async function loanWithTwoPayments(world: World, lender: typeof me, borrower: typeof me): Promise<bigint> {
  const id = await publish(world, lender, { principal: 600n * DOLLAR, apr: 800, seconds: 60 * DAY, note: HOSTILE })
  await take(world, borrower, id)
  await pay(world, borrower, id, 200n * DOLLAR)
  await pay(world, eva, id, 80n * DOLLAR)
  return id
}

/** Time and hash, whole and shortened, of every transaction with an event of the contract. */
async function eventsOf({ chain, client }: World) {
  const events = await getLogs(client, { address: deploymentOf({ chain }).loanBook, fromBlock: 0n })
  const logs = [...new Map(events.map((log) => [log.transactionHash, log])).values()]
  const blocks = await Promise.all(logs.map(({ blockNumber }) => getBlock(client, { blockNumber: blockNumber ?? 0n })))
  return logs.map(({ transactionHash: hash }, index) => ({
    at: Number(blocks[index]?.timestamp),
    whole: String(hash),
    hash: `${hash?.slice(0, 6)}…${hash?.slice(-4)}`,
  }))
}

async function open(page: Page, name: RegExp) {
  await openDashboard(page)
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Pagos' }).getByRole('listitem')).toHaveCount(2)
  return dialog
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('X1 the contract says who, what, by when, what was paid and in which transactions; on paper also when it was printed, black on white', async ({
  page,
  world,
}) => {
  const id = await loanWithTwoPayments(world, me, luis)
  const dialog = await open(page, /^Ver contrato \$ 600\.00/)
  const [offered, accepted, first, second] = (await eventsOf(world)).slice(-4)

  await expect(dialog).toHaveAccessibleName('Contrato de préstamo entre pares')
  await expect(dialog).toContainText(`Préstamo n.º ${id} · Red local`)
  await expect(dialog).toContainText(/A tiempo \((59|60)d\)/)
  await expect(dialog).toContainText('Pagado: $ 280.00 / $ 607.90 (46%)')
  await expect(dialog).toContainText(`Quien presta${me.address} (tú)Quien recibe${luis.address}`)
  await expect(dialog).toContainText('Quien presta entregó $ 600.00 el ')
  const due = longMoment((accepted?.at ?? 0) + 60 * DAY)
  await expect(dialog).toContainText(`Quien recibe devolverá $ 607.90 a más tardar el ${due}.`)
  await expect(dialog).toContainText('El interés es simple y fijo: 8 % anual por 60 días, es decir $ 7.90.')
  await expect(dialog).toContainText(`Nota: ${HOSTILE}`)
  const payments = dialog.getByRole('list', { name: 'Pagos' }).getByRole('listitem')
  await expect(payments.nth(0)).toHaveText(`Pago de quien recibe$ 200.00${moment(first?.at ?? 0)} · ${first?.whole}`)
  await expect(payments.nth(1)).toHaveText(`Pago de otra persona$ 80.00${moment(second?.at ?? 0)} · ${second?.whole}`)
  await expect(dialog).toContainText(`Se publicó en${offered?.whole}Se acordó en${accepted?.whole}`)
  // The local network has no block explorer.
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await button(dialog, 'Imprimir o guardar PDF').click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')
  const printed = dialog.getByText(/^Impreso el \d+ de \w+ de \d{4} a las \d\d:\d\d$/)
  await expect(printed).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(printed).toBeVisible()
  await expect(dialog.getByText('Lo acordado')).toBeVisible()
  for (const name of ['Volver', 'Imprimir o guardar PDF']) await expect(button(dialog, name)).toBeHidden()
  await expect(page.getByText('Marketplace de Préstamos')).toBeHidden()
  await expect(page.getByText('Saldo estimado')).toBeHidden()
  const inks = () =>
    dialog.evaluate((element) => [...new Set([...element.querySelectorAll('*')].map((part) => getComputedStyle(part).color))])
  await expect.poll(inks).toEqual(['rgb(0, 0, 0)'])
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(255, 255, 255)')

  await page.emulateMedia({ media: 'screen' })
  await button(dialog, 'Volver').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Ver contrato \$ 600\.00/ })).toBeFocused()
})

test('X2 the details say what was agreed and paid, give the due date for a calendar, and follow what is paid meanwhile', async ({
  page,
  world,
}) => {
  const id = await loanWithTwoPayments(world, ana, me)
  const dialog = await open(page, /^Ver detalles \$ 600\.00/)
  const [accepted, first, second] = (await eventsOf(world)).slice(-3)

  await expect(dialog).toContainText(`Préstamo n.º ${id} · Red local`)
  await expect(dialog).toContainText('Recibiste$ 600.00')
  await expect(dialog).toContainText('Interés fijo8 % APR · $ 7.90')
  await expect(dialog).toContainText(`A más tardar${moment((accepted?.at ?? 0) + 60 * DAY)}`)
  await expect(dialog).toContainText('Te falta por pagar$ 327.90')
  await expect(dialog).toContainText(`Nota: ${HOSTILE}`)
  const payments = dialog.getByRole('list', { name: 'Pagos' }).getByRole('listitem')
  await expect(payments.nth(0)).toHaveText(`Tu pago$ 200.00${moment(first?.at ?? 0)} · ${first?.hash}`)
  await expect(payments.nth(1)).toHaveText(`Pago de otra persona$ 80.00${moment(second?.at ?? 0)} · ${second?.hash}`)
  await expectAccessible(page)

  const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Añadir a mi calendario (.ics)').click()])

  expect(download.suggestedFilename()).toBe(`prestamo-${id}.ics`)
  const lines = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '').split('\r\n')
  const due = new Date(((accepted?.at ?? 0) + 60 * DAY) * 1000).toISOString()
  expect(lines).toContain(`DTSTART:${due.slice(0, 19).replace(/[-:]/g, '')}Z`)
  expect(lines).toContain(`UID:prestamo-${id}-${networks.local.id}-${deploymentOf(world).loanBook.toLowerCase()}@entrepares`)
  expect(lines).toContain(`SUMMARY:Vence tu préstamo n.º ${id} ($ 607.90)`)
  expect(lines.join()).toContain(`faltaban $ 327.90 por devolver a ${ana.address}`)
  expect(lines.filter((line) => line.startsWith('TRIGGER:'))).toEqual(['TRIGGER:-P3D', 'TRIGGER:-P1D'])

  await pay(world, eva, id, 500n * DOLLAR)
  await expect(payments).toHaveCount(3)
  await expect(payments.nth(2)).toContainText('$ 327.90')
  await expect(button(dialog, 'Añadir a mi calendario (.ics)')).toBeHidden()
  await button(dialog, 'Cerrar').click()
  // Repaid: no buttons to pay or to remind, but the sheet of the person and the details.
  await showEnded(page, 'Mis Deudas')
  const card = debts(page).first()
  await expect(card).toContainText('Devuelto')
  await expect(card.getByRole('button')).toHaveText(['', 'Ver detalles'])
})

test('X1 X2 in instalments the papers show the plan, on paper too, and the calendar has a date for each that is not paid', async ({
  page,
  world,
}) => {
  const terms = { principal: 600n * DOLLAR, apr: 800, seconds: 60 * DAY, instalments: 3 }
  const dueDays: number[][] = []
  for (const [lender, borrower] of [
    [me, luis],
    [ana, me],
  ] as const) {
    const id = await publish(world, lender, terms)
    await take(world, borrower, id)
    const [accepted] = (await eventsOf(world)).slice(-1)
    dueDays.push([20, 40, 60].map((days) => (accepted?.at ?? 0) + days * DAY))
    // The first of 202.64, and a part of the second.
    await pay(world, borrower, id, 200n * DOLLAR)
    await pay(world, lender, id, 10n * DOLLAR)
  }
  await world.client.increaseTime({ seconds: 45 * DAY })
  await world.client.mine({ blocks: 1 })
  const [lent, borrowed] = dueDays

  const contract = await open(page, /^Ver contrato \$ 600\.00/)
  await expect(contract).toContainText('Se paga en 3 cuotas iguales, según el plan de abajo.')
  await expect(contract.getByRole('list', { name: 'Pagos' }).getByRole('listitem').nth(1)).toContainText(
    'Anotado por quien prestó',
  )
  const rows = contract.getByRole('table', { name: 'Plan de pagos' }).getByRole('row')
  const expectRows = () =>
    expect(rows).toHaveText([
      'CuotaVenceMontoEstado',
      `1${date(lent?.[0] ?? 0)}$ 202.64Pagada`,
      `2${date(lent?.[1] ?? 0)}$ 202.63Vencida, faltan $ 195.27`,
      `3${date(lent?.[2] ?? 0)}$ 202.63Por pagar`,
    ])
  await expectRows()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(contract.getByRole('table', { name: 'Plan de pagos' })).toBeVisible()
  await expectRows()
  await page.emulateMedia({ media: 'screen' })
  await button(contract, 'Volver').click()

  await button(debts(page).first(), 'Ver detalles $ 600.00').click()
  const details = page.getByRole('dialog', { name: 'Detalles del préstamo' })
  const plan = details.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')
  await expect(plan).toHaveText([/Pagada/, /Vencida, faltan \$ 195\.27/, /\$ 202\.63/])
  await expect(details.getByRole('list', { name: 'Pagos', exact: true }).getByRole('listitem')).toHaveText([
    /^Tu pago/,
    /^Anotado por quien prestó/,
  ])
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button(details, 'Añadir a mi calendario (.ics)').click()])
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  const starts = borrowed
    ?.slice(1)
    .map((due) => `DTSTART:${new Date(due * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`)
  expect(lines.filter((line) => line.startsWith('DTSTART:'))).toEqual(starts)
})

test.describe('the reminder', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('X1 goes to the share sheet or to the clipboard, says what is owed, until when and how late, and that it failed', async ({
    page,
    world,
  }) => {
    await page.clock.install()
    const id = await loanWithTwoPayments(world, me, luis)
    const [accepted] = (await eventsOf(world)).slice(-3)
    await openDashboard(page)
    const remind = () => page.getByRole('button', { name: /^Recordar pago \$ 600\.00/ }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const expectNotice = async (text: string) => {
      await expect(alert(page)).toContainText(text)
      await button(page, 'Cerrar').click()
      await expect(alert(page)).toBeHidden()
    }

    await test.step('to the share sheet where there is one', async () => {
      await page.evaluate(() => {
        Object.assign(window, { shared: [] })
        Object.defineProperty(Navigator.prototype, 'share', {
          configurable: true,
          value: async ({ text }: ShareData) => Reflect.get(window, 'shared').push(text),
        })
      })
      await remind()
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([expect.stringContaining('$ 327.90')])
      await expect(alert(page)).toBeHidden()
    })

    await test.step('to the clipboard where there is none', async () => {
      await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
      await remind()
      await expectNotice('Recordatorio copiado.')
      const due = longMoment((accepted?.at ?? 0) + 60 * DAY)
      expect(await copied()).toBe(
        `Hola. Te recuerdo el préstamo n.º ${id} de EntrePares: faltan $ 327.90 y vence el ${due}. Puedes pagarlo por partes y antes de la fecha. Gracias.`,
      )
    })

    await test.step('of a late loan it says how late it is', async () => {
      await world.client.increaseTime({ seconds: 63 * DAY + 3600 })
      await world.client.mine({ blocks: 1 })
      await page.clock.runFor(10_000)
      await expect(debtors(page).first()).toContainText('Vencido')
      await remind()
      await expectNotice('Recordatorio copiado.')
      expect(await copied()).toContain(', hace 3 días. Puedes pagarlo por partes')
    })

    await test.step('what could not be copied is said', async () => {
      await page.evaluate(() => {
        Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      })
      await remind()
      await expectNotice('No se pudo copiar el recordatorio.')
    })
  })
})

test.describe('with a node that gives no events', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('X2 the page says so, keeps what the contract says, and tries again when asked', async ({ page, world }) => {
    await loanWithTwoPayments(world, ana, me)
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    world.node.breakWith(({ hangUp }) => hangUp(), 'eth_getLogs')
    await page.getByRole('button', { name: /^Ver detalles \$ 600\.00/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('La red no dio los pagos.')
    await expect(dialog).toContainText('Pagado$ 280.00')

    await world.node.heal()
    await button(dialog, 'Buscar otra vez').click()
    await expect(dialog.getByRole('list', { name: 'Pagos' }).getByRole('listitem')).toHaveCount(2)
  })
})
