import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/lib/browser.ts'

const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'e2e',
  projects: [
    // Whole stories, in npm test, beside other stages.
    { name: 'journeys', grep: /@journey/, workers: 2 },
    // Every fault, width and dialog in a whole browser, in `npm run verify -- screens`.
    { name: 'screens', grepInvert: /@journey/ },
  ],
  globalSetup: ['./contracts/compileOnce.ts', './e2e/support/build.ts'],
  fullyParallel: true,
  // More workers than cores: many tests spend their time waiting for polls.
  workers: '150%',
  retries: 0,
  forbidOnly: true,
  // Generous: Argon2id is slow by design, and slower on a busy machine.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // It would answer before `page.route` can, and fetch the whole app in every test. Its own specs allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
