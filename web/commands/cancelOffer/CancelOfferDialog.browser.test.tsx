/** @module-tag long */
import { expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, dialog, leaveSharing, offers, publishOffer, publishStatus, underWay } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

const me = people.deployer

test('an offer shows at once, stays without a gap, and gives its money back when it is cancelled, after one more question', async () => {
  const world = await beginWorld()
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await world.client.setAutomine(false)
  await publishOffer({ amount: '150', apr: '5', note: 'En un momento', to: people.luis.address })
  const card = offers().filter({ hasText: 'En un momento' })
  await expect.element(card).toHaveTextContent(/Tu oferta\s*En camino/)
  await expect.element(card).toHaveTextContent('Para 0x3C44…93BC')
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
  await expect.element(offers().first()).toHaveTextContent('En un momento')
  const pending = underWay()
  await expect
    .element(pending)
    .toHaveTextContent(/Publicar oferta de \$ 150\.00\s*TX enviada · esperando confirmación · 0x\w{4}…\w{4}/)

  const seen = watchFrames('En un momento')
  await world.client.mine({ blocks: 1 })
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  await leaveSharing()
  await expect.element(card).not.toHaveTextContent('En camino')
  const cancelling = button('Cancelar oferta de $ 150.00', card)
  await expect.element(cancelling).toBeVisible()
  await expect.element(pending).not.toBeInTheDocument()
  const { frames, gaps } = seen.stop()
  expect(frames).toBeGreaterThan(10)
  expect(gaps).toBe(0)
  expect(await balanceOf(world, me.address)).toBe(850n * DOLLAR)

  await cancelling.click()
  const question = dialog('¿Cancelar esta oferta?')
  await expect.element(question).toHaveTextContent('Los $ 150.00 vuelven a tu billetera y la oferta deja de verse.')
  await expect.element(question).toHaveTextContent('Alguien puede tomarla antes')
  await button('Conservarla', question).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(cancelling).toHaveFocus()

  await cancelling.click()
  await button('Cancelar oferta', question).dblClick()
  await expect.element(question.getByRole('status')).toHaveTextContent('Puedes cerrar esta ventana')
  await button('Seguir en el panel', question).click()
  await expect.element(card).toHaveTextContent('En camino')
  await expect.poll(() => pending.getByRole('listitem').elements()).toHaveLength(1)
  await expect.element(pending).toHaveTextContent('Cancelar oferta de $ 150.00')
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Oferta cancelada: recuperaste $ 150.00.')
  await expect.element(card).not.toBeInTheDocument()
  expect(await balanceOf(world, me.address)).toBe(1_000n * DOLLAR)
})

/** Counts the frames from now on, and those in which a text is nowhere on the page. */
function watchFrames(text: string) {
  const seen = { frames: 0, gaps: 0 }
  let next = 0
  const look = () => {
    seen.frames++
    if (!document.body.textContent?.includes(text)) seen.gaps++
    next = requestAnimationFrame(look)
  }
  look()
  return {
    stop: () => {
      cancelAnimationFrame(next)
      return seen
    },
  }
}
