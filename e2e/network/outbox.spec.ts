// Signed transactions on the device: found again after restoring the phrase, and deleted with the device.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { offers, publishOffer, underWay } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import {
  ana,
  button,
  chooseInSettings,
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
  await chooseInSettings(page, 'Olvidar este dispositivo')
  const dialog = page.getByRole('dialog', { name: '¿Olvidar este dispositivo?' })
  await expect(dialog).toContainText(`Hay 1 operación en camino: ${TITLE}.`)
  await expect(dialog).toContainText('Puede completarse igualmente')
  await fillCredentials(dialog, ana)
  await button(dialog, 'Olvidar este dispositivo').click()
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
