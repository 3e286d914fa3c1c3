import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { networks } from '../../web/chains.ts'
import { expect, test } from '../support/fixtures.ts'
import { button, header, openDashboard, TEST_ADDRESS } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('on a phone Recibir shows the address, and a code that another wallet reads as this account on this network', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  await button(header(page), 'Recibir').click()
  const dialog = page.getByRole('dialog', { name: 'Recibir' })
  await expect(dialog).toContainText(TEST_ADDRESS)
  // In two even lines, or in one.
  for (const part of [TEST_ADDRESS.slice(0, 22), TEST_ADDRESS.slice(22)]) {
    await expect(dialog.getByText(part, { exact: true })).toBeInViewport({ ratio: 1 })
  }
  await expect(dialog).toContainText('Solo ETH o dólares de prueba de la Red local.')
  const code = dialog.getByRole('img', { name: 'Código QR de tu dirección' })
  await expect(code).toBeInViewport({ ratio: 1 })
  expect(decodeQR(await pixelsOf(page, await code.screenshot()))).toBe(`ethereum:${TEST_ADDRESS}@${networks.local.id}`)
})

/** The pixels of a PNG file, decoded by the browser. */
async function pixelsOf(page: Page, png: Buffer) {
  const { width, height, bytes } = await page.evaluate(async (base64) => {
    const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([file]))
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const bytes = drawing?.getImageData(0, 0, image.width, image.height).data ?? []
    return { width: image.width, height: image.height, bytes: [...bytes] }
  }, png.toString('base64'))
  return { width, height, data: Uint8Array.from(bytes) }
}
