import { beforeEach, expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { payByLink } from '../../../e2e/support/byLink.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { encodeSigned } from '../../chain/signed/signedText.ts'
import { linkToSigned } from '../../loans/link.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { button, dialog } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { sharedLink } from '../../wallet/device/sharedLink.ts'

const { deployer: ana, luis } = people

const collecting = dialog('Cobrar un pago firmado')

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('a payment of more than is owed promises no more than comes in', { tags: 'long' }, async () => {
  const id = await publish(world, ana, { principal: 100n * DOLLAR, apr: 1000, to: luis.address })
  await take(world, luis, id)
  await world.fund(luis.address, 1_000_000)
  await world.fund(ana.address, 0)
  const payment = await payByLink(world, luis, id, 1_000_000n * DOLLAR)
  sharedLink.keep(new URL(linkToSigned(encodeSigned(payment), location.origin)).hash)
  await openDashboard(TEST_PHRASE)
  await expect.element(collecting).toHaveTextContent(/Cobras\s*\$ 100\.83/)
  await expect.element(collecting).toHaveTextContent('Ya solo se deben $ 100.83: cobras eso, y el resto vuelve a')
  await button('Cobrar $ 100.83', collecting).click()
  await expect.element(collecting).not.toBeInTheDocument()
  expect(await world.balanceOf(ana.address)).toBeLessThan(101n * DOLLAR)
  expect(await world.balanceOf(luis.address)).toBeGreaterThan(999_899n * DOLLAR)
})
