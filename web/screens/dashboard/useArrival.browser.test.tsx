/** @module-tag long */
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people } from '../../../devchain/people.ts'
import { ask, cancel, publish, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import { alert, button, dialog, market } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { sharedLink } from '../../wallet/device/sharedLink.ts'

const ANA = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const ana = mnemonicToAccount(ANA)
const { luis, eva } = people

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** Arrives by a link, as web/main.tsx keeps it. */
async function arriveBy(id: bigint | string) {
  sharedLink.keep(String(id))
  await openDashboard(ANA, { query: `?prestamo=${id}` })
}

async function expectToldAndLeave(sentence: string) {
  await expect.element(alert()).toHaveTextContent(sentence)
  await expect.element(dialog('Solicitar préstamo')).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe('/dashboard')
  unmount()
}

describe('a link that leads nowhere says so', () => {
  test('an id that does not exist, and one that is none', async () => {
    for (const id of ['999', 'siete', '0', '9'.repeat(50)]) {
      await arriveBy(id)
      await expectToldAndLeave('Ese enlace no lleva a ningún préstamo de esta red.')
    }
  })

  test('an offer for somebody else, taken, withdrawn or one’s own', async () => {
    const forEva = await publish(world, luis, { to: eva.address })
    const taken = await publish(world, luis, {})
    await take(world, eva, taken)
    const withdrawn = await publish(world, luis, {})
    await cancel(world, luis, withdrawn)
    await world.fund(ana.address, 0)
    const own = await publish(world, ana, {})
    for (const [id, sentence] of [
      [forEva, 'El enlace es de un préstamo que solo puede tomar otra persona.'],
      [taken, 'Otra persona ya tomó ese préstamo.'],
      [withdrawn, 'Ese préstamo ya no se ofrece: se retiró.'],
      [own, 'Ese enlace es de algo que publicaste tú.'],
    ] as const) {
      await arriveBy(id)
      await expectToldAndLeave(sentence)
    }
  })
})

test('a link that is read late waits until the dialog that somebody opened meanwhile is done, and inherits nothing of it', async () => {
  await ask(world, luis, { principal: 50n * DOLLAR, note: 'La primera' })
  const id = await ask(world, eva, { principal: 70n * DOLLAR, note: 'La del enlace' })
  await world.fund(ana.address, 500)
  await commands.holdLens('itemsOf')
  const asked = vi.spyOn(window, 'fetch')
  const seen = recordInDialog('TX confirmada', '$ 70.00')
  await arriveBy(id)
  await market().getByRole('tab', { name: 'Solicitudes' }).click()
  await page.getByRole('button', { name: /^Prestar \$ 50\.00/ }).click()
  const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })
  await world.client.setAutomine(false)
  await button('Prestar $ 50.00', lending).click()
  await expect.element(lending).toHaveTextContent('TX enviada')
  await commands.releaseLens()
  await Promise.allSettled(asked.mock.results.map(({ value }) => value))
  await world.client.mine({ blocks: 1 })
  await world.client.setAutomine(true)
  await expect.element(lending).toHaveTextContent(/Le prestas\s*\$ 70\.00/)
  await expect.element(button('Prestar $ 70.00', lending)).toBeEnabled()
  await expect.element(lending).not.toHaveTextContent('TX confirmada')
  expect(seen).toEqual(['TX confirmada', '$ 70.00'])
})

/** Which of these texts a dialog has shown from now on, in the order in which they came. */
function recordInDialog(...texts: string[]): string[] {
  const order: string[] = []
  const look = () => {
    const shown = document.querySelector('[role=dialog]')?.textContent ?? ''
    for (const text of texts) if (shown.includes(text) && !order.includes(text)) order.push(text)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  return order
}
