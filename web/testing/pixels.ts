import { type Locator, page } from 'vitest/browser'

/** Pixels of an element, as a camera would see it. */
export async function pixelsOf(element: Locator): Promise<ImageData> {
  const base64 = await page.screenshot({ element, save: false })
  const png = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([png]))
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
  if (!drawing) throw new Error('There is no canvas.')
  drawing.drawImage(image, 0, 0)
  return drawing.getImageData(0, 0, image.width, image.height)
}
