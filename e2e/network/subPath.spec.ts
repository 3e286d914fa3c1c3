// A build for a folder of an origin, as GitHub's project pages are.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { buildApp, discardBuild } from '../../scripts/lib/app.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { debts } from '../support/dashboard.ts'
import { keptOffline } from '../support/deployed.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { type Host, startHost } from '../support/host.ts'
import { loanOf, publish } from '../support/others.ts'
import { ana, button, confirmPhraseSaved, fillCredentials, importPhrase, logIn, passQuiz, title } from '../support/steps.ts'

const BASE = '/entrepares/'

const test = base.extend<{ host: Host }>({
  serviceWorkers: 'allow',
  host: async ({ site }, use) => {
    const outDir = mkdtempSync(join(tmpdir(), 'entrepares-folder-'))
    process.env.REACT_APP_ALCHEMY_URL = site.node.url
    await buildApp(outDir, { base: BASE })
    const host = await startHost(outDir, BASE)
    await use(host)
    await host.stop()
    await discardBuild(outDir)
  },
})

test('under a folder of its origin the app goes through a loan, locks, and opens without the host; it asks for nothing beside it', async ({
  page,
  world,
  host,
}) => {
  const at = (path: string) => `${host.url}${BASE}${path}`
  await page.goto(at(''))
  await expect(page).toHaveURL(at('login'))
  await fillCredentials(page, ana)
  await button(page, 'Acceder').click()
  await expect(page).toHaveURL(at('seed'))
  await importPhrase(page, TEST_PHRASE)
  await confirmPhraseSaved(page)
  await expect(page).toHaveURL(at('seed/confirm'))
  await passQuiz(page, TEST_PHRASE)
  await expect(page).toHaveURL(at('dashboard'))

  const id = await publish(world, people.ana, { principal: 40n * DOLLAR })
  await page.goto(at(`dashboard?prestamo=${id}`))
  await expect(page).toHaveURL(at('login'))
  await logIn(page, ana)
  await button(page.getByRole('dialog', { name: 'Solicitar préstamo' }), 'Aceptar préstamo').click()
  const debt = debts(page).filter({ hasText: '40.00' })
  await debt.getByRole('button', { name: /^Pagar ahora/ }).click()
  const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
  await paying.getByLabel('Monto').fill('10')
  await button(paying, 'Pagar $ 10.00').click()
  await expect.poll(async () => (await loanOf(world, id)).repaid).toBe(10n * DOLLAR)

  await keptOffline(page)
  await button(page, 'Bloquear').click()
  await expect(page).toHaveURL(at('login'))
  await host.goAway()
  await page.goto(at('seed'))
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await page.goto(at('no/such/path'))
  await expect(page).toHaveURL(at('login'))
  expect(host.asked.filter((path) => !path.startsWith(BASE))).toEqual([])
})
