import { beforeEach, expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { header, offers } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('M5 new offers appear as they are created', async () => {
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  await publish(world, people.luis, { principal: 77n * DOLLAR, note: 'bicicleta' })
  await expect.element(offers().filter({ hasText: 'bicicleta' })).toBeVisible()
})
