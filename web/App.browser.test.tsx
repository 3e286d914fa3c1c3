import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { confirmPhraseSaved } from './testing/access.ts'
import { openApp } from './testing/mount.tsx'
import { title } from './testing/screen.ts'

test('R5 /seed can be opened directly and makes a phrase', async () => {
  openApp('/seed')
  await expect.element(title('Tu frase semilla')).toBeVisible()
  await expect.element(page.getByText('Generando frase semilla…')).not.toBeInTheDocument()

  await confirmPhraseSaved()

  expect(location.pathname).toBe('/seed/confirm')
})
