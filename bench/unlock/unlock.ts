// Time to unlock the vault (Argon2id) beside the PBKDF2 of MetaMask and Rabby.
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../../scripts/lib/browser.ts'
import { serveLab } from '../../scripts/lib/lab.ts'
import { median } from '../median.ts'
import type { Row } from '../table.ts'

const ROUNDS = 5
const WHOLE = 'unlock the wallet'
/** Slower than the PBKDF2 of peers by design: each guess costs an attacker the same time, and 64 MiB. Below what annoys. */
const MOST_MS = 1_000

export async function unlock(): Promise<Row[]> {
  const lab = await serveLab(fileURLToPath(new URL('.', import.meta.url)))
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    await page.goto(lab.url)
    const times = await page.evaluate((rounds) => window.measureUnlock(rounds), ROUNDS)
    const { [WHOLE]: whole = [], ...others } = times
    const figure = { what: WHOLE, unit: 'ms', ours: median(whole) }
    return [
      { ...figure, goal: { most: MOST_MS } },
      ...Object.entries(others).map(([name, rounds]) => ({ ...figure, peer: { name, figure: median(rounds) } })),
    ]
  } finally {
    await browser.close()
    await lab.stop()
  }
}
