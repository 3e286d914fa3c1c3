/** @module-tag long */
// Signed transactions on the device: damaged, or not handed out.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { anasVault, keepDatabaseBusy, readTexts, writeText } from '../../testing/device.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import {
  alert,
  button,
  fillOfferAndSeeFee,
  header,
  leaveSharing,
  offers,
  publishForm,
  publishStatus,
  underWay,
} from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const OFFER = { amount: '50', apr: '5', note: 'Para la moto' }
const TITLE = 'Publicar oferta de $ 50.00'

let world: World
beforeEach(async () => {
  world = await beginWorld()
  await world.fund(anasVault.address, 1_000)
})
afterEach(() => void vi.useRealTimers())

test('signed operations that are damaged: it is said, nothing is sent until it was read, and nothing is deleted', async () => {
  await openDashboard(anasVault.phrase, { isKept: true })
  await publishWithoutMining()
  unmount()
  const damaged = await damageOutbox()
  await openDashboard(anasVault.phrase, { isKept: true })

  const notice = alert().filter({ hasText: 'está dañado y no se puede leer' })
  await expect.element(notice).toHaveTextContent('No borramos nada')
  await expect.element(notice).toHaveTextContent('revisa las últimas operaciones de tu dirección')
  await publishOffer(OFFER)
  await expect
    .element(alert(publishForm()))
    .toHaveTextContent('Transaccion erronea No se pudo leer lo que este dispositivo guardó')

  // The earlier transaction is mined meanwhile, or its nonce would be taken.
  await world.client.mine({ blocks: 1 })
  await world.client.setAutomine(true)
  await button('Entendido', notice).click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(Object.values(await storedOutboxes())).toContain(damaged)
  await publishOffer({ ...OFFER, note: 'Otra vez' })
  await leaveSharing()
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  await expect.element(offers().first()).toHaveTextContent('Otra vez')
  expect(Object.values(await storedOutboxes())).toContain(damaged)
})

test('reports lost operations, and sends nothing before that was read', async () => {
  await openDashboard(anasVault.phrase, { isKept: true })
  await publishWithoutMining()
  unmount()
  await loseOutbox()
  await openDashboard(anasVault.phrase, { isKept: true })

  const notice = alert().filter({ hasText: 'Faltan las operaciones en camino' })
  await expect.element(notice).toHaveTextContent('revisa las últimas operaciones de tu dirección')
  await publishOffer(OFFER)
  await expect.element(alert(publishForm())).toHaveTextContent('Falta lo que este dispositivo guardó de tus operaciones')
  await button('Entendido', notice).click()
  await expect.element(notice).not.toBeInTheDocument()
  await world.client.mine({ blocks: 1 })
})

test('signed operations that the browser does not hand out: it is said, until it does again', async () => {
  await openDashboard(anasVault.phrase, { isKept: true })
  await publishWithoutMining()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  unmount()
  await openDashboard(anasVault.phrase, { isKept: true })
  await expect.element(underWay()).toHaveTextContent(TITLE)
  const letGo = await keepDatabaseBusy()
  const notice = alert().filter({ hasText: 'Tu navegador no deja leer las operaciones guardadas en este dispositivo.' })
  const countLater = (locator: Locator) =>
    expect.poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return locator.elements().length
    })
  await countLater(notice).toBe(1)
  expect(button('Entendido', notice).elements()).toHaveLength(0)
  letGo()
  await countLater(notice).toBe(0)
  await expect.element(underWay()).toHaveTextContent(TITLE)
  // Transactions that are still under way would be sent again, to the chain of the next test.
  await world.client.mine({ blocks: 1 })
  await countLater(underWay()).toBe(0)
})

/** Publishes an offer, and leaves it in the mempool. From then on the outbox is not written until a block comes. */
async function publishWithoutMining() {
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  await world.client.setAutomine(false)
  await publishOffer(OFFER)
  await expect.element(underWay()).toHaveTextContent(TITLE)
  await expect.element(underWay()).toHaveTextContent('TX enviada')
}

async function publishOffer(draft: typeof OFFER) {
  await fillOfferAndSeeFee(draft)
  await button('Publicar', publishForm()).click()
}

const storedOutboxes = () => readTexts('entrepares.outbox.')

/** Changes one character in the middle of the only outbox, in both copies, and returns the damaged text. */
async function damageOutbox(): Promise<string> {
  const [[key, whole] = ['', '']] = Object.entries(await storedOutboxes())
  const at = Math.floor(whole.length / 2)
  const damaged = whole.slice(0, at) + (whole[at] === 'A' ? 'B' : 'A') + whole.slice(at + 1)
  await writeText(key, damaged)
  localStorage.setItem(`${key}.copy`, damaged)
  return damaged
}

/** Empties the database, as a browser does that repairs it, and drops the copy, which earlier builds did not write. */
async function loseOutbox() {
  for (const key of Object.keys(await storedOutboxes())) {
    await writeText(key, undefined)
    localStorage.removeItem(`${key}.copy`)
  }
}
