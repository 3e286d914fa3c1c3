import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { ICONS } from '../../build/webManifest.ts'
import { color } from '../../web/tokens.ts'

const mark = readFileSync(fileURLToPath(new URL('../../web/public/mark.svg', import.meta.url)), 'utf8')

/** The mark on the colour of the page, as a PNG. */
export async function drawIcon(page: Page, { size, mark: share, radius }: (typeof ICONS)[keyof typeof ICONS]): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`
    <style>
      body { margin: 0 }
      div { display: grid; place-items: center; width: ${size}px; height: ${size}px; background: ${color.page}; border-radius: ${radius * size}px }
      svg { width: ${share * size}px; height: ${share * size}px }
    </style>
    <div>${mark}</div>`)
  return page.screenshot({ omitBackground: true })
}
