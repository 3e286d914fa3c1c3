/** @module-tag long */
import { getBlock, getLogs } from 'viem/actions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { deploymentOf, pay, publish, take } from '../../../../e2e/support/others.ts'
import { networks } from '../../../chains.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import {
  alert,
  button,
  debtors,
  debts,
  dialog,
  expectCount,
  header,
  lookAgain,
  showEnded,
  texts,
} from '../../../testing/screen.ts'
import { provideShareSheet, removeShareSheet } from '../../../testing/share.ts'
import { beginWorld, type World } from '../../../testing/world.ts'
import { longMoment, moment } from '../../../text/format.ts'

const { deployer: me, ana, luis, eva } = people
const HOSTILE = '<img src=x onerror=alert(1)> {{note}}'

const paper = dialog()
const payments = paper.getByRole('list', { name: 'Pagos' }).getByRole('listitem')

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** 600 dollars at 8 % for 60 days. The borrower has paid 200 and Eva 80. */
async function loanWithTwoPayments(lender: typeof me, borrower: typeof me): Promise<bigint> {
  const id = await publish(world, lender, { principal: 600n * DOLLAR, apr: 800, seconds: 60 * DAY, note: HOSTILE })
  await take(world, borrower, id)
  await pay(world, borrower, id, 200n * DOLLAR)
  await pay(world, eva, id, 80n * DOLLAR)
  return id
}

/** Time and shortened hash of every transaction with an event of the contract. */
async function eventsOf({ chain, client }: World) {
  const events = await getLogs(client, { address: deploymentOf({ chain }).loanBook, fromBlock: 0n })
  const logs = [...new Map(events.map((log) => [log.transactionHash, log])).values()]
  const blocks = await Promise.all(logs.map(({ blockNumber }) => getBlock(client, { blockNumber: blockNumber ?? 0n })))
  return logs.map(({ transactionHash: hash }, index) => ({
    at: Number(blocks[index]?.timestamp),
    hash: `${hash?.slice(0, 6)}…${hash?.slice(-4)}`,
  }))
}

async function open(name: RegExp) {
  await openDashboard(TEST_PHRASE)
  await page.getByRole('button', { name }).first().click()
  await expectCount(payments, 2)
}

/** Catches what would be saved as a file. */
function catchDownload() {
  const made = vi.spyOn(URL, 'createObjectURL')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return async () => {
    const [[file] = []] = made.mock.calls
    const [link] = clicked.mock.contexts
    if (!(file instanceof Blob) || !(link instanceof HTMLAnchorElement)) throw new Error('Nothing was saved.')
    return { name: link.download, text: await file.text() }
  }
}

test('X2 the details say what was agreed and paid, give the due date for a calendar, and follow what is paid meanwhile', async () => {
  const id = await loanWithTwoPayments(ana, me)
  await open(/^Ver detalles \$ 600\.00/)
  const [accepted, first, second] = (await eventsOf(world)).slice(-3)

  await expect.element(paper).toHaveTextContent(`Préstamo n.º ${id} · Red local`)
  await expect.element(paper).toHaveTextContent('Recibiste$ 600.00')
  await expect.element(paper).toHaveTextContent('Interés fijo8 % APR · $ 7.90')
  await expect.element(paper).toHaveTextContent(`A más tardar${moment((accepted?.at ?? 0) + 60 * DAY)}`)
  await expect.element(paper).toHaveTextContent('Te falta por pagar$ 327.90')
  await expect.element(paper).toHaveTextContent(`Nota: ${HOSTILE}`)
  expect(texts(payments)).toEqual([
    `Tu pago$ 200.00${moment(first?.at ?? 0)} · ${first?.hash}`,
    `Pago de otra persona$ 80.00${moment(second?.at ?? 0)} · ${second?.hash}`,
  ])

  const downloaded = catchDownload()
  await button('Añadir a mi calendario (.ics)', paper).click()
  const { name, text } = await downloaded()
  expect(name).toBe(`prestamo-${id}.ics`)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  const due = new Date(((accepted?.at ?? 0) + 60 * DAY) * 1000).toISOString()
  expect(lines).toContain(`DTSTART:${due.slice(0, 19).replace(/[-:]/g, '')}Z`)
  expect(lines).toContain(`UID:prestamo-${id}-${networks.local.id}-${deploymentOf(world).loanBook.toLowerCase()}@entrepares`)
  expect(lines).toContain(`SUMMARY:Vence tu préstamo n.º ${id} ($ 607.90)`)
  expect(lines.join()).toContain(`faltaban $ 327.90 por devolver a ${ana.address}`)
  expect(lines.filter((line) => line.startsWith('TRIGGER:'))).toEqual(['TRIGGER:-P3D', 'TRIGGER:-P1D'])

  await pay(world, eva, id, 500n * DOLLAR)
  lookAgain()
  await expectCount(payments, 3)
  await expect.element(payments.nth(2)).toHaveTextContent('$ 327.90')
  await expect.element(button('Añadir a mi calendario (.ics)', paper)).not.toBeInTheDocument()
  await button('Cerrar', paper).click()
  // Repaid: no buttons to pay or to remind, but the sheet of the person, the menu with the contract, and the details.
  await showEnded('Mis Deudas')
  const card = debts().first()
  await expect.element(card).toHaveTextContent('Devuelto')
  expect(texts(card.getByRole('button'))).toEqual(['', '', 'Ver detalles'])
  await card.getByRole('button', { name: /^Más acciones/ }).click()
  await page.getByRole('menuitem', { name: 'Ver contrato', exact: true }).click()
  await expect.element(dialog('Contrato de préstamo entre pares')).toHaveTextContent('y ya lo devolvió')
})

describe('the reminder', () => {
  test('X1 goes to the share sheet or to the clipboard, says what is owed, until when and how late, and that it failed', async () => {
    const id = await loanWithTwoPayments(me, luis)
    const [accepted] = (await eventsOf(world)).slice(-3)
    await openDashboard(TEST_PHRASE)
    const remind = () => page.getByRole('button', { name: /^Recordar pago \$ 600\.00/ }).click()
    const expectNotice = async (text: string) => {
      await expect.element(alert()).toHaveTextContent(text)
      await button('Cerrar').click()
      await expect.element(alert()).not.toBeInTheDocument()
    }

    // To the share sheet where there is one.
    const shared = provideShareSheet()
    await remind()
    await expect.poll(() => shared).toEqual([{ text: expect.stringContaining('$ 327.90') }])
    await expect.element(alert()).not.toBeInTheDocument()

    // To the clipboard where there is none.
    removeShareSheet()
    const copy = vi.spyOn(Clipboard.prototype, 'writeText').mockResolvedValue()
    await remind()
    await expectNotice('Recordatorio copiado.')
    const due = longMoment((accepted?.at ?? 0) + 60 * DAY)
    expect(copy).toHaveBeenLastCalledWith(
      `Hola. Te recuerdo el préstamo n.º ${id} de EntrePares: faltan $ 327.90 y vence el ${due}. Puedes pagarlo por partes y antes de la fecha. Gracias.`,
    )

    // Of a late loan it says how late it is.
    await world.pass(63 * DAY + 3600)
    lookAgain()
    await expect.element(debtors().first()).toHaveTextContent('Vencido')
    await remind()
    await expectNotice('Recordatorio copiado.')
    expect(copy).toHaveBeenLastCalledWith(expect.stringContaining(', hace 3 días. Puedes pagarlo por partes'))

    // A failure to copy is said.
    copy.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await remind()
    await expectNotice('No se pudo copiar el recordatorio.')
  })
})

describe('with a node that gives no events', () => {
  test('X2 the page says so, keeps what the contract says, and tries again when asked', async () => {
    await loanWithTwoPayments(ana, me)
    await openDashboard(TEST_PHRASE)
    await expect.element(header()).toHaveTextContent('Red local')
    await commands.breakNode('hangUp', 'eth_getLogs')
    await page.getByRole('button', { name: /^Ver detalles \$ 600\.00/ }).click()
    await expect.element(paper).toHaveTextContent('La red no dio los pagos.')
    await expect.element(paper).toHaveTextContent('Pagado$ 280.00')

    await commands.healNode()
    await button('Buscar otra vez', paper).click()
    await expectCount(payments, 2)
  })
})
