import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_CHROMIUMS = [
  // The headless shell draws no windows: the tests take half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The first that exists: CHROMIUM_PATH, the system's Chromium, Playwright's own. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...SYSTEM_CHROMIUMS, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  )
}

/** Installs Chromium if there is none; throws with instructions if that fails. */
export function requireChromium(): void {
  if (chromiumPath()) return
  console.log('Installing Chromium for the tests …')
  if (hasApt()) {
    run('apt-get', 'update', '-qq')
    for (const name of ['chromium-headless-shell', 'chromium']) if (!chromiumPath()) aptInstall(name)
  }
  if (!chromiumPath()) run('npx', 'playwright', 'install', 'chromium')
  if (chromiumPath()) return
  throw new Error(
    'The tests need Chromium. Install it ("sudo apt-get install chromium"), or set CHROMIUM_PATH to the one you have.',
  )
}

/** The first of these programs that exists, once Debian's packages were tried. Undefined: it cannot be had here. */
export function installed(paths: readonly string[], packages: readonly string[]): string | undefined {
  const found = () => paths.find((path) => existsSync(path))
  if (!found() && hasApt()) {
    console.log(`Installing ${packages.join(', ')} …`)
    run('apt-get', 'update', '-qq')
    aptInstall(...packages)
  }
  return found()
}

function hasApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function aptInstall(...packages: string[]): void {
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages)
}

function run(command: string, ...args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
