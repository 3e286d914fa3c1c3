// Time to unlock the vault (Argon2id), against the PBKDF2 of MetaMask and Rabby.
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../../scripts/browser.ts'
import { serveLab } from '../../scripts/lab.ts'
import { median } from '../median.ts'
import type { Row } from '../run.ts'

const ROUNDS = 5

export async function unlock(): Promise<Row[]> {
  const lab = await serveLab(fileURLToPath(new URL('.', import.meta.url)))
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    await page.goto(lab.url)
    const times = await page.evaluate((rounds) => window.measureUnlock(rounds), ROUNDS)
    const ours = median(Object.values(times)[0] ?? [])
    return Object.entries(times).map(([what, rounds]) => ({
      what,
      'median ms': Math.round(median(rounds)),
      'least ms': Math.round(Math.min(...rounds)),
      'of the first': `${(median(rounds) / ours).toFixed(2)} ×`,
    }))
  } finally {
    await browser.close()
    await lab.stop()
  }
}
