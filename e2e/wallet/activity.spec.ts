import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { people } from '../../devchain/people.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { expect, test } from '../support/fixtures.ts'
import { pay, publish, take } from '../support/others.ts'
import { button, header, openDashboard } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const { deployer: me, luis } = people

const activity = (page: Page) => page.getByRole('dialog', { name: 'Actividad' })

async function openActivity(page: Page) {
  await button(header(page), 'Actividad').click()
  await expect(activity(page).getByRole('status')).toHaveCount(0)
}

test('what was found is saved as a table that a spreadsheet reads, and that runs nothing', { tag: '@journey' }, async ({
  page,
  world,
}) => {
  const id = await publish(world, me, { principal: 300n * DOLLAR, note: '=HYPERLINK("http://evil";"hola"), "ñ"' })
  await take(world, luis, id)
  await pay(world, luis, id, 20n * DOLLAR)
  await openDashboard(page)
  await openActivity(page)
  const downloading = page.waitForEvent('download')
  await activity(page).getByRole('button', { name: /CSV/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^entrepares-actividad-\d{4}-\d\d-\d\d\.csv$/)
  const table: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
    // The browser is Spain's.
    delimiter: ';',
  })
  expect(table).toHaveLength(5)
  expect(table[0]).toMatchObject({
    Qué: 'Te pagó',
    Persona: luis.address,
    'Entra o sale (USD)': '20',
    Préstamo: String(id),
    Nota: `'=HYPERLINK("http://evil";"hola"), "ñ"`,
  })
  expect(table.map((row) => Number(row['Entra o sale (USD)']))).toEqual([20, 0, -300, -200, 1000])
})
