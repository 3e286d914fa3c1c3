/** @module-tag long */
import { encodeFunctionData } from 'viem'
import { getTransactionCount, sendRawTransaction } from 'viem/actions'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { ask, deploymentOf, publish, take } from '../../../e2e/support/others.ts'
import { loanBookAbi } from '../../chain/abi.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, dialog, expectCount, market, offers, proposal, showRequests, underWay } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const { deployer: me, luis, eva } = people

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** Returns the id of the second, of $ 40.00. */
async function publishThree(): Promise<bigint> {
  await publish(world, me, { principal: 100n * DOLLAR, note: 'Para la moto' })
  const second = await publish(world, me, { principal: 40n * DOLLAR, note: 'Libros' })
  await publish(world, me, { principal: 60n * DOLLAR, note: 'Un viaje', to: luis.address })
  return second
}

async function openQuestion(count: number, question: string) {
  await button(`Retirar todas las mías (${count})`, market()).click()
  return dialog(question)
}

test('lists the offers, leaves out and names one that was taken, and cancels the others at once', async () => {
  const second = await publishThree()
  await openDashboard(TEST_PHRASE)
  const all = await openQuestion(3, '¿Retirar 3 ofertas?')
  await expect.element(all).toHaveTextContent(/Vuelve a tu billetera\s*\$ 200\.00/)
  await expect.element(all).toHaveTextContent(/Para 0x3C44…93BC · Un viaje\s*\$ 60\.00\s*Pública · Libros\s*\$ 40\.00/)
  await expect.element(all).toHaveTextContent(/Comisión de red \(máx\.\)\s*≈ \$ \d/)

  await take(world, eva, second)
  const two = dialog('¿Retirar 2 ofertas?')
  await expect.element(two).toHaveTextContent('Estas quedan fuera:Oferta de $ 40.00: otra persona la tomó antes.')
  await expect.element(two).toHaveTextContent(/Vuelve a tu billetera\s*\$ 160\.00/)
  await world.client.setAutomine(false)
  await button('Retirar 2 ofertas', two).click()
  await expect.element(two.getByRole('status').last()).toHaveTextContent('Puedes cerrar esta ventana')
  await button('Seguir en el panel', two).click()
  await expect.element(underWay()).toHaveTextContent('Retirar 2 ofertas')
  for (const note of ['Para la moto', 'Un viaje']) await expect.element(proposal(note)).toHaveTextContent('En camino')
  await expect.element(market().getByRole('button', { name: /^Retirar todas/ })).not.toBeInTheDocument()
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Retiraste 2 ofertas: recuperaste $ 160.00.')
  await expectCount(offers().filter({ hasText: 'Tu oferta' }), 0)
})

test('checks again with the next refusal if the node answers nothing to a check', async () => {
  const second = await publishThree()
  await openDashboard(TEST_PHRASE)
  const all = await openQuestion(3, '¿Retirar 3 ofertas?')
  await expect.element(all).toHaveTextContent(/≈ \$ \d/)
  const real = window.fetch
  let answers = 0
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init)
    const showsTaken = (await answer.clone().text()).includes(eva.address.slice(2).toLowerCase())
    const isOfOne = /"eth_call".*0{60}[0-9a-f]{4}"/.test(String(init?.body))
    // The first refuses the quote, and the second is that of the check.
    if (!showsTaken || !isOfOne || ++answers !== 2) return answer
    return Response.json({ ...(await answer.json()), result: '0x' })
  })
  onTestFinished(() => spy.mockRestore())
  await take(world, eva, second)
  await expect.element(dialog('¿Retirar 2 ofertas?')).toHaveTextContent('Estas quedan fuera:')
  expect(answers).toBeGreaterThan(2)
})

test('undone by one that is taken in the same block, it goes on with the others', async () => {
  const second = await publishThree()
  await openDashboard(TEST_PHRASE)
  const all = await openQuestion(3, '¿Retirar 3 ofertas?')
  await expect.element(all).toHaveTextContent(/≈ \$ \d/)
  await world.client.setAutomine(false)
  await button('Retirar 3 ofertas', all).click()
  await expect.element(all.getByRole('status')).toHaveTextContent('TX enviada')
  await takeFirst(second)

  const two = dialog('¿Retirar 2 ofertas?')
  await expect.element(two).toHaveTextContent('Oferta de $ 40.00: otra persona la tomó antes.')
  await expect.element(alert(two)).toHaveTextContent(/No se completó\. Otra persona la tomó antes\..*comisión/)
  await world.client.setAutomine(true)
  await button('Reintentar', two).click()
  await expect.element(alert()).toHaveTextContent('Retiraste 2 ofertas: recuperaste $ 160.00.')
})

test('offers nothing once all requests are gone', async () => {
  const ids = [await ask(world, me, { principal: 80n * DOLLAR }), await ask(world, me, { principal: 20n * DOLLAR })]
  await openDashboard(TEST_PHRASE)
  await showRequests()
  const question = await openQuestion(2, '¿Retirar 2 solicitudes?')
  await expect.element(question).toHaveTextContent(/Dejas de pedir\s*\$ 100\.00/)
  for (const id of ids) {
    const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'cancelRequest', args: [id] })
    await world.client.sendFrom(me.address, { to: deploymentOf(world).loanBook, data })
  }
  const none = dialog('Nada por retirar')
  await expect.element(none).toHaveTextContent(/Solicitud de \$ 20\.00: esa solicitud ya se retiró\./)
  await expect.element(none).toHaveTextContent(/Solicitud de \$ 80\.00: esa solicitud ya se retiró\./)
  await expectCount(none.getByRole('button'), 2)
  await button('Cerrar', none).last().click()
  await expect.element(none).not.toBeInTheDocument()
})

/** Eva pays more for her place in the block. */
async function takeFirst(id: bigint) {
  const { chainId, loanBook } = deploymentOf(world)
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [id] })
  const fees = { gas: 400_000n, maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 20_000_000_000n }
  const nonce = await getTransactionCount(world.client, eva)
  const serializedTransaction = await eva.signTransaction({ type: 'eip1559', chainId, to: loanBook, data, nonce, ...fees })
  await sendRawTransaction(world.client, { serializedTransaction })
  await world.client.mine({ blocks: 1 })
}
