import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { fillOffer, publishForm } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish, take } from '../support/others.ts'
import {
  ana as anasKeys,
  button,
  chooseInSettings,
  expectDashboard,
  expectLogin,
  header,
  lock,
  logIn,
  openDashboard,
  openStoredWallet,
} from '../support/steps.ts'

const { deployer: me, ana, luis } = people

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('Back closes what is open and nothing else: draft, place and focus stay', async ({ page, world }) => {
  const lent = await publish(world, me, { principal: 70n * DOLLAR })
  await take(world, luis, lent)
  const borrowed = await publish(world, ana, { principal: 90n * DOLLAR })
  await take(world, me, borrowed)
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  await fillOffer(page, { amount: '45', apr: '5' })

  for (const name of [/^Solicitar \$ 300/, /^Ver contrato \$ 70/, /^Pagar ahora \$ 90/, /^Ver detalles \$ 90/]) {
    const opener = page.getByRole('button', { name })
    await opener.scrollIntoViewIfNeeded()
    const place = await scrolledTo(page)
    await opener.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectDashboard(page)
    await expect(opener).toBeFocused()
    expect(await scrolledTo(page)).toBe(place)
    await expect(publishForm(page).getByLabel('Monto (USD)')).toHaveValue('45')
  }

  await button(page, 'Más opciones').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button(page, 'Más opciones')).toBeFocused()

  await chooseInSettings(page, 'Ver frase semilla')
  await expect(page.getByRole('dialog', { name: 'Ver frase semilla' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Ajustes' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(publishForm(page).getByLabel('Monto (USD)')).toHaveValue('45')
})

test('Back and forward with nothing open keep what was typed, and locking forgets it', async ({ page }) => {
  await openStoredWallet(page)
  await fillOffer(page, { amount: '45', apr: '5', note: 'Para el taller.' })
  const kept = async () => {
    await expectDashboard(page)
    await expect(publishForm(page).getByLabel('Monto (USD)')).toHaveValue('45')
    await expect(publishForm(page).getByLabel('Nota')).toHaveValue('Para el taller.')
  }
  await page.goBack()
  await kept()
  await page.goForward()
  await kept()

  await lock(page)
  await logIn(page, anasKeys)
  await expectDashboard(page)
  await expect(publishForm(page).getByLabel('Monto (USD)')).toHaveValue('')
  await expect(publishForm(page).getByLabel('Nota')).toHaveValue('')
})

test('a wallet that locked itself under an open dialog does not come back with Back', async ({ page }) => {
  await page.clock.install()
  await openStoredWallet(page)
  await chooseInSettings(page, 'Olvidar este dispositivo')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.clock.runFor('05:01')
  await expectLogin(page)
  await page.goBack()
  await expectLogin(page)
})
