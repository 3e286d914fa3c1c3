import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getBlock, getLogs } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { date, longMoment, moment } from '../../web/text/format.ts'
import { debts } from '../support/dashboard.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { deploymentOf, notePayment, pay, publish, take } from '../support/others.ts'
import { button, openDashboard } from '../support/steps.ts'

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

/** Time and hash of every transaction with an event of the contract. */
async function eventsOf({ chain, client }: World) {
  const events = await getLogs(client, { address: deploymentOf({ chain }).loanBook, fromBlock: 0n })
  const logs = [...new Map(events.map((log) => [log.transactionHash, log])).values()]
  const blocks = await Promise.all(logs.map(({ blockNumber }) => getBlock(client, { blockNumber: blockNumber ?? 0n })))
  return logs.map(({ transactionHash: hash }, index) => ({
    at: Number(blocks[index]?.timestamp),
    whole: String(hash),
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
    await notePayment(world, lender, id, 10n * DOLLAR)
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
  const [download] = await Promise.all([page.waitForEvent('download'), button(details, 'Añadir a mi calendario (.ics)').click()])
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  const starts = borrowed
    ?.slice(1)
    .map((due) => `DTSTART:${new Date(due * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`)
  expect(lines.filter((line) => line.startsWith('DTSTART:'))).toEqual(starts)
})
