import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TEST_PHRASE } from '../../../../devchain/people.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { button } from '../../../testing/screen.ts'
import { beginWorld } from '../../../testing/world.ts'

test('the chosen entry of a menu is marked', { tags: 'long' }, async () => {
  await beginWorld()
  await openDashboard(TEST_PHRASE)
  button('Más opciones').element().focus()
  await userEvent.keyboard('{Enter}')
  const first = page.getByRole('menuitem').first()
  await expect.element(first).toHaveFocus()
  const style = getComputedStyle(first.element())
  await expect.poll(() => Number.parseFloat(style.outlineWidth)).toBeGreaterThanOrEqual(2)
  expect([style.outlineStyle, style.outlineColor]).toEqual(['solid', 'rgb(179, 161, 255)'])
})
