// Steps of the dialog 'Enviar', shared by its component tests.
import { type Address, getAddress } from 'viem'
import { expect, vi } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { addContact, button, dialog, header } from '../../testing/screen.ts'
import type { World } from '../../testing/world.ts'

export const me = people.deployer
export const FRESH = getAddress(`0x${'1'.repeat(40)}`)
const FEE = /≈ \$ \d+\.\d\d · 0\.\d{6} ETH/

export const sending = () => dialog('Enviar')
export const recipient = () => sending().getByLabelText('Para')
export const amount = () => sending().getByLabelText('Monto')
/** A button of the dialog. */
export const press = (name: string) => button(name, sending()).click()

/** The dashboard of somebody who has 1000 dollars and one ether. */
export async function begin(world: World) {
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
}

export async function nameContact(address: Address, name: string) {
  await addContact(address, name)
  await button('Cerrar', dialog('Contactos')).click()
}

export async function openSending() {
  await button('Enviar', header()).click()
  await expect.element(sending()).toHaveTextContent('Paso 1 de 3: a quién')
}

export async function askAmount(to: Address, kind: 'Dólares' | 'ETH' = 'Dólares') {
  await openSending()
  await recipient().fill(to)
  await press('Continuar')
  await sending().getByRole('tab', { name: kind }).click()
}

/** Goes on to the last step, and waits for the fee. */
export async function review() {
  await press('Continuar')
  await expect.element(sending()).toHaveTextContent('Paso 3 de 3: revisar')
  await expect.element(sending()).toHaveTextContent(FEE)
}

/** Counts the transactions that are given to the node from now on. */
export function countSent(): () => number {
  const asked = vi.spyOn(window, 'fetch')
  return () => asked.mock.calls.filter(([, init]) => String(init?.body).includes('eth_sendRawTransaction')).length
}
