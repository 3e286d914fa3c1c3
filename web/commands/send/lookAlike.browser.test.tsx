import { expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { lookAlikeOf, publish, take } from '../../../e2e/support/others.ts'
import { alert, button } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'
import { amount, begin, me, openSending, press, recipient, review, sending } from './sending.testing.ts'

const { luis } = people
const LOOK_ALIKE = lookAlikeOf(luis.address)

const warning = () => alert(sending()).filter({ hasText: '¡Cuidado!' })

test('warns about an address that looks like one I know, and sends after it was compared', async () => {
  const world = await beginWorld()
  await take(world, me, await publish(world, luis, {}))
  await begin(world)
  await openSending()
  const isWarned = async () => {
    await expect.element(warning()).toHaveTextContent('empieza y termina como otra que conoces, pero no es la misma')
    await expect.element(warning()).toHaveTextContent(luis.address)
    await expect.element(warning()).toBeInViewport()
    await expect.element(sending()).toHaveTextContent(LOOK_ALIKE)
  }
  await recipient().fill(LOOK_ALIKE)
  await isWarned()
  await press('Continuar')
  await amount().fill('1')
  await review()
  await isWarned()
  const compared = sending().getByRole('checkbox', { name: 'La comparé entera con quien me la dio' })
  await expect.element(compared).toBeInViewport()
  await expect.element(button('Enviar $ 1.00', sending())).toBeDisabled()
  await compared.click()
  await expect.element(button('Enviar $ 1.00', sending())).toBeEnabled()
  await press('Volver')
  await press('Volver')
  await recipient().fill(luis.address)
  await expect.element(warning()).not.toBeInTheDocument()
})
