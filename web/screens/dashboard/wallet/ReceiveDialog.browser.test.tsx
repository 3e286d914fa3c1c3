/** @module-tag long */

import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { networks } from '../../../chains.ts'
import { allowClipboard } from '../../../testing/access.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { catchShared } from '../../../testing/outlets.ts'
import { pixelsOf } from '../../../testing/pixels.ts'
import { button, dialog, header } from '../../../testing/screen.ts'
import { beginWorld } from '../../../testing/world.ts'

const { address } = people.deployer
/** Of an element in view, as fractions of pixels are rounded. */
const WHOLE = 0.999

const code = () => dialog('Recibir').getByRole('img', { name: 'Código QR de tu dirección' })

async function openReceive({ chainId = networks.local.id }: { chainId?: number } = {}) {
  await beginWorld({ chainId })
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent(chainId === networks.local.id ? 'Red local' : 'Sepolia')
  await button('Recibir', header()).click()
  return dialog('Recibir')
}

test('on a desktop Recibir shows the address, and a code that another wallet reads as this account on this network', async () => {
  const receiving = await openReceive()
  await expect.element(receiving).toHaveTextContent(address)
  // In two even lines, or in one.
  for (const part of [address.slice(0, 22), address.slice(22)]) {
    await expect.element(receiving.getByText(part, { exact: true })).toBeInViewport({ ratio: WHOLE })
  }
  await expect.element(receiving).toHaveTextContent('Solo ETH o dólares de prueba de la Red local.')
  await expect.element(code()).toBeInViewport({ ratio: WHOLE })
  expect(decodeQR(await pixelsOf(code()))).toBe(`ethereum:${address}@${networks.local.id}`)
})

test('the address is copied, which is said for a moment, or shared', async () => {
  await allowClipboard('read', 'write')
  const shared = catchShared()
  const receiving = await openReceive()
  await button('Copiar dirección', receiving).click()
  await expect.element(receiving.getByRole('status')).toHaveTextContent(/^Dirección copiada$/)
  expect(await navigator.clipboard.readText()).toBe(address)
  await expect.element(receiving.getByRole('status')).toBeEmptyDOMElement()
  await button('Compartir', receiving).click()
  await expect.poll(() => shared).toEqual([address])
  history.back()
  await expect.element(receiving).not.toBeInTheDocument()
  await expect.element(button('Recibir', header())).toHaveFocus()
})

describe('on Sepolia', () => {
  test('the code says Sepolia, so that nobody sends on another network', async () => {
    await openReceive({ chainId: networks.sepolia.id })
    expect(decodeQR(await pixelsOf(code()))).toBe(`ethereum:${address}@${networks.sepolia.id}`)
  })
})
