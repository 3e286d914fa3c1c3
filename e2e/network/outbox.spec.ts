// Signed transactions on the device: damaged, found again after restoring the phrase, and deleted with the device.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { offers, publishForm, publishOffer, publishStatus, underWay } from '../support/dashboard.ts'
import { anasVault, keepDatabaseBusy } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  confirmPhraseSaved,
  expectDashboard,
  expectLogin,
  fillCredentials,
  header,
  logIn,
  luis,
  openStoredWallet,
  passQuiz,
} from '../support/steps.ts'

const OFFER = { amount: '50', apr: '5', note: 'Para la moto' }
const TITLE = 'Publicar oferta de $ 50.00'

test('signed operations that are damaged: it is said, nothing is sent until it was read, and nothing is deleted', async ({
  page,
  world,
}) => {
  await publishWithoutMining(page, world)
  const damaged = await damageOutbox(page)
  await page.goto('/login')
  await logIn(page, ana)
  await expectDashboard(page)

  const notice = alert(page).filter({ hasText: 'está dañado y no se puede leer' })
  await expect(notice).toContainText('No borramos nada')
  await expect(notice).toContainText('revisa las últimas operaciones de tu dirección')
  await publishOffer(page, OFFER)
  await expect(alert(publishForm(page))).toContainText('Transaccion erronea No se pudo leer lo que este dispositivo guardó')

  // The earlier transaction is mined meanwhile, or its nonce would be taken.
  await world.client.mine({ blocks: 1 })
  await world.client.setAutomine(true)
  await button(notice, 'Entendido').click()
  await expect(notice).toBeHidden()
  expect(Object.values(await storedOutboxes(page))).toContain(damaged)
  await publishOffer(page, { ...OFFER, note: 'Otra vez' })
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
  await expect(offers(page).first()).toContainText('Otra vez')
  expect(Object.values(await storedOutboxes(page))).toContain(damaged)
})

test('signed operations that the browser does not hand out: it is said, until it does again', async ({
  page,
  context,
  world,
}) => {
  await publishWithoutMining(page, world)
  const other = await context.newPage()
  await other.goto('/mark.svg')
  await keepDatabaseBusy(other)
  const notice = alert(page).filter({ hasText: 'Tu navegador no deja leer las operaciones guardadas en este dispositivo.' })
  await expect(notice).toBeVisible()
  await expect(button(notice, 'Entendido')).toBeHidden()
  await other.close()
  await expect(notice).toBeHidden()
  await expect(underWay(page)).toContainText(TITLE)
})

test('restoring the phrase finds what is under way, for a visit and in a new vault', async ({ page, world }) => {
  await publishWithoutMining(page, world)

  await page.goto('/login')
  await button(page, 'Restaurar con frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).fill(anasVault.phrase)
  await button(page, 'Restaurar billetera').click()
  await confirmPhraseSaved(page)
  await passQuiz(page, anasVault.phrase)
  await expectDashboard(page)
  await expect(underWay(page)).toContainText(TITLE)

  await button(page, 'Guardar en este dispositivo').click()
  await fillCredentials(page.getByRole('dialog'), luis)
  await button(page.getByRole('dialog'), 'Guardar').click()
  await button(page.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' }), 'Reemplazar').click()
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()
  await page.goto('/login')
  await logIn(page, luis)
  await expectDashboard(page)
  await expect(underWay(page)).toContainText(TITLE)
  await world.client.mine({ blocks: 1 })
  await expect(offers(page).first()).toContainText(OFFER.note)
  await expect(underWay(page)).toBeHidden()
})

test('Olvidar este dispositivo names what is under way and what becomes of it', async ({ page, world }) => {
  await publishWithoutMining(page, world)
  await chooseInMenu(page, 'Olvidar este dispositivo')
  const dialog = page.getByRole('dialog', { name: '¿Olvidar este dispositivo?' })
  await expect(dialog).toContainText(`Hay 1 operación en camino: ${TITLE}.`)
  await expect(dialog).toContainText('Puede completarse igualmente')
  await button(dialog, 'Sí, olvidar').click()
  await button(page.getByRole('dialog'), 'Olvidar este dispositivo').click()
  await expectLogin(page)
  expect(await storedOutboxes(page)).toEqual({})
})

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Publishes an offer from Ana's stored wallet, and leaves it in the mempool. */
async function publishWithoutMining(page: Page, world: World) {
  const address = anasVault.address as `0x${string}`
  await world.client.setBalance({ address, value: parseEther('1') })
  await fund(world, address, 1_000)
  await openStoredWallet(page)
  await expect(header(page)).toContainText('$ 1000.00')
  await world.client.setAutomine(false)
  await publishOffer(page, OFFER)
  await expect(underWay(page)).toContainText(TITLE)
}

/** All outboxes in IndexedDB, by key. */
function storedOutboxes(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('entrepares', 1)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const store = opening.result.transaction('texts').objectStore('texts')
    const [keys, texts] = [store.getAllKeys(), store.getAll()]
    await new Promise((resolve) => {
      texts.onsuccess = resolve
    })
    opening.result.close()
    const pairs = keys.result.map((key, place): [string, string] => [String(key), texts.result[place]])
    return Object.fromEntries(pairs.filter(([key]) => key.startsWith('entrepares.outbox.')))
  })
}

/** Changes one character in the middle of the only outbox, and returns the damaged text. */
async function damageOutbox(page: Page): Promise<string> {
  // A page of the same origin that runs none of the app's scripts, so that nothing writes the outbox meanwhile.
  await page.goto('/mark.svg')
  const [[key, whole] = ['', '']] = Object.entries(await storedOutboxes(page))
  const at = Math.floor(whole.length / 2)
  const damaged = whole.slice(0, at) + (whole[at] === 'A' ? 'B' : 'A') + whole.slice(at + 1)
  await page.evaluate(
    async ([name, text]) => {
      const opening = indexedDB.open('entrepares', 1)
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const transaction = opening.result.transaction('texts', 'readwrite')
      transaction.objectStore('texts').put(text, name)
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      opening.result.close()
    },
    [key, damaged] as const,
  )
  return damaged
}
