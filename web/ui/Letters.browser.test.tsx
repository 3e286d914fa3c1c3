import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/mount.tsx'

test('T2 the letters are our own Roboto', async () => {
  openApp('/login')
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  expect(getComputedStyle(heading.element()).fontFamily).toMatch(/^Roboto, Inter/)
  const fonts = await document.fonts.ready
  expect(fonts.check('16px Roboto')).toBe(true)
  expect([...fonts].map(({ family, status }) => ({ family, status }))).toEqual([{ family: 'Roboto', status: 'loaded' }])
})
