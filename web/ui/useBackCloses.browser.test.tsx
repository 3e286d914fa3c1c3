/** @module-tag long */
import { expect, test } from 'vitest'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { openDashboard } from '../testing/mount.tsx'
import { button, chooseInMenu, dialog } from '../testing/screen.ts'
import { beginWorld } from '../testing/world.ts'

test('opening and closing ten times leaves one entry in the history at most', async () => {
  await beginWorld()
  await openDashboard(TEST_PHRASE)
  const before = history.length
  const entry = navigation.currentEntry?.key
  for (let times = 0; times < 10; times++) {
    await chooseInMenu('Contactos')
    await expect.element(dialog()).toBeVisible()
    if (times % 2) history.back()
    else await button('Cerrar', dialog()).click()
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  expect(history.length).toBeLessThanOrEqual(before + 1)
  // Nothing of it is left behind: closed by hand, Back has nothing to close.
  await expect.poll(() => history.state).toBeNull()
  // The same entry: the length alone says nothing where the history is full.
  expect(navigation.currentEntry?.key).toBe(entry)
})
