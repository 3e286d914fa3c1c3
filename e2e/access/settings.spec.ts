import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { discardBuild, serveApp } from '../../scripts/lib/app.ts'
import { expectAccessible } from '../support/accessible.ts'
import { readCopies, storeAnasVault } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { startNode } from '../support/node.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  expectDashboard,
  fillChange,
  lock,
  logIn,
  luis,
  openStoredWallet,
  section,
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const settings = (page: Page) => page.getByRole('dialog', { name: 'Ajustes' })
const changing = (page: Page) => page.getByRole('dialog', { name: 'Cambiar PIN o contraseña' })

async function openSettings(page: Page) {
  await chooseInMenu(page, 'Ajustes')
  await expect(settings(page)).toBeVisible()
}

test.describe('one of two nodes is dead', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ })

  test('Nodos says which one, and the wallet goes on with the other', async ({ page, world }) => {
    const dead = await startNode()
    await dead.stop()
    const outDir = mkdtempSync(join(tmpdir(), 'entrepares-nodes-'))
    const nodeOfOtherTests = process.env.REACT_APP_ALCHEMY_URL
    process.env.REACT_APP_ALCHEMY_URL = `${dead.url},${world.node.url}`
    const app = await serveApp({ port: 0, outDir })
    try {
      await page.goto(`${app.url}/mark.svg`)
      await storeAnasVault(page)
      await page.goto(`${app.url}/login`)
      await logIn(page, ana)
      await expect(section(page, 'Tu cuenta')).toContainText('Red local')
      await openSettings(page)
      await expect(button(settings(page), 'Nodos')).toHaveAccessibleDescription(/^1 de 2 responden · \d+ ms$/)
      await button(settings(page), 'Nodos').click()
      const rowOf = ({ url }: { url: string }) =>
        page
          .getByRole('dialog', { name: 'Nodos' })
          .getByRole('listitem')
          .filter({ hasText: new URL(url).host })
      await expect(rowOf(dead)).toContainText('No responde')
      await expect(rowOf(dead)).not.toContainText('En uso')
      await expect(rowOf(world.node)).toContainText(/\d+ ms · al día/)
      await expect(rowOf(world.node)).toContainText('En uso')
      await expectAccessible(page)
    } finally {
      process.env.REACT_APP_ALCHEMY_URL = nodeOfOtherTests
      await app.stop()
      await discardBuild(outDir)
    }
  })
})

test('the licences of what is shipped are served as a text', async ({ page }) => {
  const licences = await page.request.get('/licencias.txt')
  expect(licences.headers()['content-type']).toContain('text/plain')
  const text = await licences.text()
  for (const name of ['react', '@mui/material', 'viem', 'hash-wasm', '@noble/hashes', '@mdi/js', '@fontsource-variable/roboto']) {
    expect(text, name).toContain(name)
  }
  expect(text).toContain('Permission is hereby granted, free of charge')
})

test('PIN and password are changed: the old ones asked, the new ones twice, and another tab stays open', async ({
  page,
  context,
}) => {
  await openStoredWallet(page)
  const before = await readCopies(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)

  await openSettings(page)
  await button(settings(page), 'Cambiar PIN o contraseña').click()
  const change = button(changing(page), 'Cambiar')
  await change.click()
  await expect(alert(changing(page))).toHaveText('El PIN actual debe tener 6 dígitos.')
  await fillChange(page, ana, luis, { ...luis, pin: '730156' })
  await change.click()
  await expect(alert(changing(page))).toHaveText('Los dos PIN nuevos no son iguales.')
  await expect(changing(page).getByRole('group', { name: 'Repite el PIN nuevo' }).getByLabel('Dígito 6 de 6')).toBeFocused()
  await fillChange(page, ana, luis, { ...luis, password: 'otra cosa' })
  await change.click()
  await expect(alert(changing(page))).toHaveText('Las dos contraseñas nuevas no son iguales.')
  await expect(changing(page).getByLabel('Repite la contraseña nueva', { exact: true })).toBeFocused()
  await fillChange(page, { ...ana, pin: '000000' }, luis)
  await change.click()
  await expect(alert(changing(page))).toHaveText('El PIN o la contraseña actuales no son correctos.')
  expect(await readCopies(page)).toEqual(before)

  await fillChange(page, ana, luis)
  await change.click()
  const done = changing(page).getByRole('status').filter({ hasText: 'Desde ahora entras con el PIN y la contraseña nuevos.' })
  await expect(done).toBeVisible()
  await expect(changing(page)).toContainText(
    'Las copias cifradas que ya descargaste se abren con el PIN y la contraseña de antes.',
  )
  await expect(changing(page)).not.toContainText('Tu huella o llave')
  await button(changing(page), 'Listo').click()
  await expect(changing(page)).toBeHidden()
  const after = await readCopies(page)
  expect(after.IndexedDB).not.toBe(before.IndexedDB)
  expect(after.localStorage).toBe(after.IndexedDB)

  await expectDashboard(other)
  await button(settings(page), 'Cerrar').click()
  await lock(page)
  await logIn(page, ana)
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
  await logIn(page, luis)
  await expectDashboard(page)
})
