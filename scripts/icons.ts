// npm run icons: draws the icons of the installed app from web/public/mark.svg.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { ICONS } from '../build/webManifest.ts'
import { chromiumPath, requireChromium } from './lib/browser.ts'
import { drawIcon } from './lib/drawIcon.ts'

requireChromium()
const executablePath = chromiumPath()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
const page = await browser.newPage()
for (const icon of Object.values(ICONS)) {
  const file = fileURLToPath(new URL(`../web/public/${icon.file}`, import.meta.url))
  writeFileSync(file, await drawIcon(page, icon))
  console.log(file)
}
await browser.close()
