// Screenshots as PNG files with a palette of 256 colours, which take less than half the bytes.
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const COLOURS = 256
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const DEPTH_8_PALETTE = [8, 3, 0, 0, 0]

/** Screenshot of the page in its 256 most frequent colours; others become the nearest of these. */
export async function paletteScreenshot(page: Page, scale: 'css' | 'device'): Promise<Buffer> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale })
  const { width, height, pixels } = await decode(page, png)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const colours = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette = colours.slice(0, COLOURS)
  const indexOf = new Map(colours.map((colour, rank) => [colour, rank < COLOURS ? rank : nearest(palette, colour)]))

  // Each line begins with its filter: none, which suits indices best.
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x] ?? 0) ?? 0
  }
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.from([...size, ...DEPTH_8_PALETTE])),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Decoded by the browser, one number for each pixel: red in the lowest byte, then green, blue, alpha. */
async function decode(page: Page, png: Buffer): Promise<{ width: number; height: number; pixels: Uint32Array }> {
  // As a data URL: Playwright takes minutes to pass on an array of a million numbers.
  const { width, height, url } = await page.evaluate(async (base64) => {
    const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([file]))
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const bytes = drawing?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
    const reader = new FileReader()
    reader.readAsDataURL(new Blob([bytes]))
    await new Promise((resolve) => reader.addEventListener('load', resolve))
    return { width: image.width, height: image.height, url: String(reader.result) }
  }, png.toString('base64'))
  const bytes = Uint8Array.from(Buffer.from(url.slice(url.indexOf(',')), 'base64'))
  return { width, height, pixels: new Uint32Array(bytes.buffer) }
}

function nearest(palette: readonly number[], colour: number): number {
  const wanted = channels(colour)
  const distances = palette.map((candidate) =>
    channels(candidate).reduce((sum, channel, i) => sum + (channel - (wanted[i] ?? 0)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

function channels(colour: number): number[] {
  return [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
