// Lighthouse's scores for the first screens, as on a phone with a slow network, served by nginx as docs/hosting.md says. Fetched by
// npx: it brings over a hundred packages.
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildApp, discardBuild } from '../../scripts/lib/app.ts'
import { chromiumPath } from '../../scripts/lib/browser.ts'
import { serveByNginx } from '../../scripts/verify/hosts.ts'
import type { Route } from '../../web/routes.ts'
import { median } from '../median.ts'
import type { Row } from '../table.ts'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const ROUNDS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const
const GOALS: Partial<Record<Route, Scores>> = {
  '/login': { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  '/seed': { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 },
}

type Scores = Record<(typeof CATEGORIES)[number], number>

type Report = {
  categories: Record<keyof Scores, { score: number }>
  audits: Record<(typeof AUDITS)[keyof typeof AUDITS], { numericValue: number }>
}

export async function lighthouse(): Promise<Row[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-lighthouse-'))
  await buildApp(outDir)
  const app = await serveByNginx(outDir)
  try {
    const rows: Row[] = []
    for (const [route, goal] of Object.entries(GOALS)) {
      const reports: Report[] = []
      for (let round = 0; round < ROUNDS; round++) reports.push(await measure(`${app.url}${route}`))
      const what = `Lighthouse for a phone, ${route}`
      for (const unit of CATEGORIES) {
        const ours = Math.round(100 * median(reports.map(({ categories }) => categories[unit].score)))
        rows.push({ what, unit, ours, goal: { least: goal[unit] } })
      }
      for (const [unit, audit] of Object.entries(AUDITS)) {
        const ours = median(reports.map(({ audits }) => audits[audit].numericValue))
        rows.push({ what, unit, ours, ...(unit === 'CLS' && { goal: { most: 0 } }) })
      }
    }
    return rows
  } finally {
    await app.stop()
    await discardBuild(outDir)
  }
}

/** One run, for a phone, with the throttling that Lighthouse simulates. */
async function measure(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless --no-sandbox --disable-quic',
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: chromiumPath() } },
  )
  return JSON.parse(stdout)
}
