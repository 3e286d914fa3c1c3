/** @module-tag long */
// The quiz was passed: the wallet is sealed on this device, or it is said why not.

import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { confirmPhraseSaved, expectDashboard, passQuiz, readPhrase } from '../../testing/access.ts'
import { ana, anasVault, luis, NO_COPIES, readCopies, storeVault } from '../../testing/device.ts'
import { openApp } from '../../testing/mount.tsx'
import { button, title } from '../../testing/screen.ts'
import { expectAlert, forThisVisit, logIn } from '../../testing/vaultSteps.ts'
import { beginWorld } from '../../testing/world.ts'

beforeEach(async () => {
  await beginWorld()
})

test('a vault that another tab made in the meantime is not overwritten by passing the quiz', async () => {
  openApp('/login')
  await logIn(luis)
  const phrase = await readPhrase()
  await confirmPhraseSaved()
  await storeVault()

  await passQuiz(phrase)
  await expect.element(title('¿Reemplazar la billetera guardada?')).toBeVisible()
  await button('Seguir sin guardar').click()
  await expectDashboard()
  await expect.element(forThisVisit()).toBeVisible()
  expect(await readCopies()).toEqual({ IndexedDB: anasVault.record, localStorage: anasVault.record })
})

const troubles: [what: string, sentence: RegExp, fault: () => { mockRestore: () => void }[]][] = [
  [
    'localStorage refuses',
    /no permite guardar datos.*dura solo esta visita/,
    () => [
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError')
      }),
    ],
  ],
  [
    'there is no storage at all',
    /no puede guardar tu billetera.*dura solo esta visita/,
    () => [
      vi.spyOn(window, 'indexedDB', 'get').mockReturnValue(undefined as unknown as IDBFactory),
      vi.spyOn(window, 'localStorage', 'get').mockReturnValue(null as unknown as Storage),
    ],
  ],
]
test.each(troubles)(
  '%s: the page says that the wallet lasts for this visit only, before the dashboard',
  async (_, sentence, breakStorage) => {
    const faults = breakStorage()
    openApp('/login')
    await logIn(ana)
    const phrase = await readPhrase()
    await confirmPhraseSaved()
    await passQuiz(phrase)

    await expectAlert(sentence)
    expect(location.pathname).toBe('/seed/confirm')
    await button('Ir al panel').click()
    await expectDashboard()
    await expect.element(page.getByRole('note').filter({ hasText: 'Esta billetera es solo para esta visita.' })).toBeVisible()

    for (const fault of faults) fault.mockRestore()
    expect(await readCopies()).toEqual(NO_COPIES)
  },
)
