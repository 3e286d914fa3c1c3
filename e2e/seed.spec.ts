import { createPublicClient, http } from 'viem'
import { expect, test } from './fixtures.ts'

test('S7 the newest block of the network is shown by number and the first 16 characters of its hash', async ({ page, world }) => {
  await world.client.mine({ blocks: 3 })
  const block = await createPublicClient({ transport: http(world.chain.rpcUrl) }).getBlock()
  await page.goto('/seed')

  await page.getByRole('button', { name: 'Obtener último bloque' }).click()

  await expect(page.getByRole('status').filter({ hasText: `Bloque ${block.number}` })).toContainText(
    `${block.hash.slice(0, 16)}…`,
  )
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('S8 a failure to connect is said, and the next try may succeed', async ({ page, context }) => {
    await page.goto('/seed')
    const button = page.getByRole('button', { name: 'Obtener último bloque' })
    await context.setOffline(true)

    await button.click()
    await expect(page.getByRole('alert')).toHaveText('No se pudo conectar a la red. Revisa tu REACT_APP_ALCHEMY_URL.')

    await context.setOffline(false)
    await button.click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'Bloque' })).toBeVisible()
  })
})
