// After publishing: the message, the link and the way to the card.
import decodeQR from 'qr/decode.js'
import { beforeEach, expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { publish } from '../../../../e2e/support/others.ts'
import { DOLLAR } from '../../../loans/loan.ts'
import { allowClipboard, clipboard } from '../../../testing/access.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { catchShared } from '../../../testing/outlets.ts'
import { pixelsOf } from '../../../testing/pixels.ts'
import {
  button,
  fillOfferAndSeeFee,
  leaveSharing,
  market,
  offers,
  publishForm,
  publishTab,
  sharing,
} from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const { deployer: me, luis } = people

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('a request that was published is shared with its message and link, who may lend is saved in place, and one is led to its card', {
  tags: 'long',
}, async () => {
  const shared = catchShared()
  await openDashboard(TEST_PHRASE)
  await publishTab('Pedir').click()
  await fillOfferAndSeeFee({ amount: '90', apr: '12' })
  await publishForm().getByRole('radio', { name: '3 cuotas' }).click()
  await publishForm().getByLabelText('A quién (opcional)').fill(luis.address)
  await button('Publicar solicitud', publishForm()).click()

  const link = `${location.origin}/dashboard?prestamo=5`
  const message = `Hola. ¿Me podrías prestar $ 90.00? Te devolvería $ 90.89 en 3 cuotas, a lo largo de 30 días. Si puedes y quieres, lo ves aquí: ${link}`
  await expect.element(sharing()).toHaveTextContent('Solicitud publicada')
  await expect.element(sharing().getByRole('group', { name: 'Mensaje que se envía' })).toHaveTextContent(message)
  expect(decodeQR(await pixelsOf(sharing().getByRole('img', { name: 'Código QR del enlace' })))).toBe(link)
  await expect.element(sharing()).toHaveTextContent('No tienes a esta persona guardada.')
  await button('Guardar nombre', sharing()).click()
  await sharing().getByRole('textbox', { name: 'Nombre' }).fill('Luis Paredes')
  await button('Guardar', sharing()).click()
  await expect.element(sharing()).toHaveTextContent(/Luis Paredes\s*Solo esta persona puede prestarte/)
  await button('Compartir', sharing()).click()
  await expect.poll(() => shared).toEqual([message])

  await button('Ver mi solicitud', sharing()).click()
  await expect.element(market().getByRole('tab', { name: 'Solicitudes' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(offers()).toHaveTextContent(/A Luis Paredes.*Tu solicitud.*\$ 90\.00/)
  await expect.poll(() => offers().element().contains(document.activeElement)).toBe(true)
})

test('an offer of mine is shared from its card by a button with its word, apart from the one that cancels it', {
  tags: 'long',
}, async () => {
  await allowClipboard('read', 'write')
  await publish(world, me, { principal: 60n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  const share = button('Compartir oferta de $ 60.00', market())
  await expect.element(share).toHaveTextContent(/^Compartir$/)
  const [top, below] = [share, button('Cancelar oferta de $ 60.00', market())].map((each) =>
    each.element().getBoundingClientRect(),
  )
  expect(top?.bottom).toBeLessThan(below?.top ?? 0)
  expect(below?.right).toBeLessThan(top?.left ?? 0)
  await share.click()
  await expect.element(sharing()).toHaveTextContent('Quien abra el enlace puede verla y tomarla.')
  await expect.element(sharing()).not.toHaveTextContent('publicada')
  await button('Copiar mensaje', sharing()).click()
  await expect.element(sharing().getByRole('status')).toHaveTextContent('Mensaje con el enlace copiado.')
  expect(await clipboard()).toMatch(/^Hola\. Te puedo prestar \$ 60\.00: .*prestamo=5$/)
  await leaveSharing()
  await expect.element(share).toHaveFocus()
})
