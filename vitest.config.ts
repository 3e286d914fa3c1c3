import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from './scripts/lib/browser.ts'
import { LONG } from './scripts/lib/stage.ts'
import app from './vite.config.ts'
import { commands } from './web/testing/commands.ts'

const executablePath = chromiumPath()
const { plugins = [], define = {} } = app({ mode: 'production', command: 'serve' })

const COMMON = {
  // Generous: Argon2id is slow by design, and slower on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000, interval: 250 } },
  // Processes or pages at the same time. By default one core stays free.
  maxWorkers: 2,
}
const BROWSER_TESTS = 'web/**/*.browser.test.tsx'
/** They count what is asked of a node, and so bear no other file beside them. */
const OWN_PROCESS = ['web/board/reading.test.ts', 'web/chain/node/clients.test.ts']
/** Each starts npm, some of them often: `npm run verify -- commands`. */
const NPM_COMMANDS = ['scripts/*.test.ts']

export default defineConfig({
  test: {
    tags: [{ name: LONG, description: 'Takes seconds: in `npm run verify`, not in `npm test`' }],
    globalSetup: './contracts/compileOnce.ts',
    projects: [
      {
        test: {
          ...COMMON,
          name: 'unit',
          include: ['{web,devchain,scripts,contracts,bench}/**/*.test.{ts,tsx}'],
          exclude: [BROWSER_TESTS, ...OWN_PROCESS, ...NPM_COMMANDS],
          isolate: false,
        },
      },
      { test: { ...COMMON, name: 'alone', include: OWN_PROCESS } },
      { test: { ...COMMON, name: 'commands', include: NPM_COMMANDS } },
      {
        plugins,
        define: { ...define, APP_COMMIT: JSON.stringify('c0ffee'.padEnd(40, '0')) },
        publicDir: 'web/public',
        // All that is imported at any time: what Vite finds out later reloads the page in the middle of a test.
        optimizeDeps: { entries: ['web/main.tsx', BROWSER_TESTS], include: ['csv-parse/browser/esm/sync', 'qr/decode.js'] },
        test: {
          ...COMMON,
          name: 'components',
          include: [BROWSER_TESTS],
          setupFiles: './web/testing/setup.ts',
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }) },
              // Without it an expectation that fails takes all that is left of its test's time.
              actionTimeout: COMMON.expect.poll.timeout,
              contextOptions: { locale: 'es-ES', timezoneId: 'Europe/Madrid', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
            commands,
          },
        },
      },
    ],
  },
})
