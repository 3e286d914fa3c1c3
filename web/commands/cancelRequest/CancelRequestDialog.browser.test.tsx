/** @module-tag long */
import { readContract } from 'viem/actions'
import { expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { ask, deploymentOf } from '../../../e2e/support/others.ts'
import { loanBookAbi } from '../../chain/abi.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, dialog, market, proposal, showRequests, underWay } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

test('my request is shown at once, and withdrawn after one more question', async () => {
  const world = await beginWorld()
  const id = await ask(world, people.deployer, { principal: 80n * DOLLAR, to: people.luis.address, note: 'Un favor' })
  await openDashboard(TEST_PHRASE)
  await expect.element(market().getByRole('tab', { name: 'Solicitudes' })).toHaveAccessibleName('Solicitudes 1')
  await showRequests()
  const card = proposal('Un favor')
  await expect.element(card).toHaveTextContent(/A 0x3C44…93BC · Nadie ha prestado aún/)
  await button('Retirar solicitud de $ 80.00').click()
  const question = dialog('¿Retirar esta solicitud?')
  await expect.element(question).toHaveTextContent('Dejas de pedir $ 80.00 y la solicitud deja de verse.')
  await button('Conservarla', question).click()
  await expect.element(question).not.toBeInTheDocument()

  await world.client.setAutomine(false)
  await button('Retirar solicitud de $ 80.00').click()
  await button('Retirar solicitud', question).click()
  await expect.element(question.getByRole('status')).toHaveTextContent('Puedes cerrar esta ventana')
  await button('Seguir en el panel', question).click()
  await expect.element(card).toHaveTextContent(/Tu solicitud\s*En camino/)
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
  await expect.element(underWay()).toHaveTextContent('Retirar la solicitud de $ 80.00')
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Solicitud retirada: ya nadie puede prestarte esos $ 80.00.')
  await expect.element(card).not.toBeInTheDocument()
  const { loanBook } = deploymentOf(world)
  const { status } = await readContract(world.client, {
    address: loanBook,
    abi: loanBookAbi,
    functionName: 'getOffer',
    args: [id],
  })
  expect(status).toBe(4)
})
