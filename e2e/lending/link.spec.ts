import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { encodeSigned } from '../../web/chain/signed/signedText.ts'
import { linkToSigned } from '../../web/loans/link.ts'
import { askByLink } from '../support/byLink.ts'
import { storeAnasVault } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/others.ts'
import { ana, button, confirmPhraseSaved, expectDashboard, expectLogin, logIn, passQuiz, readPhrase } from '../support/steps.ts'

const offered = (page: Page) => page.getByRole('dialog', { name: 'Solicitar préstamo' })
const { luis } = people

test('a link opens its offer after the wallet was unlocked, once', async ({ page, world }) => {
  const id = await publish(world, luis, { principal: 77_000_000n })
  await page.goto('/mark.svg')
  await storeAnasVault(page)
  await page.goto(`/dashboard?prestamo=${id}`)
  await expectLogin(page)
  await expect(page.getByText('Te compartieron un préstamo. Entra, o crea tu billetera, y lo verás.')).toBeVisible()
  await logIn(page, ana)
  await expect(offered(page)).toContainText('$ 77.00')
  await button(offered(page), 'Ahora no').click()
  await expectDashboard(page)

  await page.reload()
  await logIn(page, ana)
  await expectDashboard(page)
  await expect(page.getByRole('button', { name: /^Solicitar \$ 77\.00/ })).toBeVisible()
  await expect(offered(page)).toBeHidden()
})

test('a newcomer makes a wallet, and the link opens its offer then', { tag: '@journey' }, async ({ page, world }) => {
  const id = await publish(world, luis, { principal: 77_000_000n })
  await page.goto(`/dashboard?prestamo=${id}`)
  await expectLogin(page)
  await logIn(page, ana)
  const phrase = await readPhrase(page)
  await confirmPhraseSaved(page)
  await passQuiz(page, phrase)
  await expect(offered(page)).toContainText('$ 77.00')
})

test('a signed link leaves the address bar, and opens after the wallet was unlocked; so does one that is pasted over it later', async ({
  page,
  world,
}) => {
  const links = await Promise.all(
    [77n, 33n].map(async (dollars) => encodeSigned(await askByLink(world, luis, { principal: dollars * 1_000_000n }))),
  )
  const [first = '', second = ''] = links.map((text) => linkToSigned(text, ''))
  const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })
  await page.goto('/mark.svg')
  await storeAnasVault(page)
  await page.goto(first)
  await expectLogin(page)
  expect(page.url()).not.toContain('firmado')
  await expect(page.getByText('Te enviaron un enlace. Entra, o crea tu billetera, y verás qué es.')).toBeVisible()
  await logIn(page, ana)
  await expect(lending).toContainText('$ 77.00')
  await button(lending, 'Ahora no').click()
  await expectDashboard(page)

  await page.evaluate((hash) => location.assign(hash), second.slice(second.indexOf('#')))
  await expect(lending).toContainText('$ 33.00')
  expect(page.url()).not.toContain('firmado')
})
