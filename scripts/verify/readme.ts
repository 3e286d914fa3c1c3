// Follows the README in a bare clone: runs its command that serves the app, and reaches the first loan between two browsers.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { debtors, debts, fillOffer, leaveSharing, offers, publishForm, publishStatus } from '../../e2e/support/dashboard.ts'
import { ana, button, header, logIn, luis, passQuiz, readPhrase, title } from '../../e2e/support/steps.ts'
import { chromiumPath, requireChromium } from '../lib/browser.ts'
import { startCommand, stop, untilServed } from './children.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** For the packages to be installed, the contracts compiled and the app built. */
const START_LIMIT_MS = 600_000
const STEP_LIMIT_MS = 60_000
const NOTE = 'Para la bicicleta'

// The limit outside a test is 5 s, too short for a machine that is busy with other parts.
const eventually = expect.configure({ timeout: STEP_LIMIT_MS })

export async function readme(): Promise<boolean> {
  requireChromium()
  // As committed, like the clone.
  const { command, url } = commandThatServes(execFileSync('git', ['show', 'HEAD:README.md'], { cwd: root, encoding: 'utf8' }))
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-readme-'))
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', root, clone])
  const began = Date.now()
  const log = (what: string) => console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${what}`)

  const app = startCommand(command, { cwd: clone, env: bareEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] })
  const browsers: BrowserContext[] = []
  const openBrowser = async (name: string): Promise<Page> => {
    const browser = await launchBrowser(join(folder, name), url)
    browsers.push(browser)
    return browser.pages()[0] ?? browser.newPage()
  }
  try {
    await untilServed(url, app, START_LIMIT_MS)
    log(`${command}: the app answers at ${url}`)

    const [lender, borrower] = [await openBrowser('ana'), await openBrowser('luis')]
    await createWallet(lender, ana)
    await createWallet(borrower, luis)
    log('two wallets')

    for (const page of [lender, borrower]) await drawTestFunds(page)
    log('test funds')

    await publish(lender)
    log('an offer')

    await accept(borrower)
    await eventually(debtors(lender).filter({ hasText: NOTE })).toContainText('Pagado: $ 0.00 / $ 302.47')
    await eventually(debts(borrower).filter({ hasText: NOTE })).toContainText('Pagado: $ 0.00 / $ 302.47')
    log('the first loan, on both screens')
    return true
  } catch (error) {
    console.error(error)
    return false
  } finally {
    for (const browser of browsers) await browser.close()
    stop(app)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The first command in the README whose comment has the app's address. PORT moves it, as the README says. */
function commandThatServes(text: string): { command: string; url: string } {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  for (const line of blocks.flatMap((block) => block.split('\n'))) {
    const [command = '', comment = ''] = line.split('#').map((part) => part.trim())
    const url = /http:\/\/localhost:\d+/.exec(comment)?.[0]
    if (!url) continue
    const port = process.env.PORT
    return { command, url: port ? url.replace(/\d+$/, port) : url }
  }
  throw new Error('No command in the README says where the app will be.')
}

/** Without the settings, and without the programs of node_modules, that `npm run verify` brings. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|REACT_APP_|NODE_OPTIONS$|INIT_CWD$)/.test(name))
  const path = process.env.PATH?.split(delimiter).filter((part) => !part.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path?.join(delimiter) }
}

/** A process of its own, with a profile of its own on disk. */
async function launchBrowser(profile: string, baseURL: string): Promise<BrowserContext> {
  const executablePath = chromiumPath()
  const options = { baseURL, locale: 'es-ES', ...(executablePath && { executablePath }) }
  const browser = await chromium.launchPersistentContext(profile, options)
  browser.setDefaultTimeout(STEP_LIMIT_MS)
  return browser
}

async function createWallet(page: Page, credentials: typeof ana): Promise<void> {
  await page.goto('/login')
  await logIn(page, credentials)
  const phrase = await readPhrase(page)
  await page.getByRole('checkbox').check()
  await button(page, 'Continuar').click()
  await eventually(title(page, 'Confirmar frase semilla')).toBeVisible()
  await passQuiz(page, phrase)
  await eventually(button(page, 'Bloquear')).toBeVisible()
}

async function drawTestFunds(page: Page): Promise<void> {
  await button(header(page), 'Obtener fondos de prueba').click()
  await eventually(header(page)).toContainText('$ 1000.00')
}

async function publish(page: Page): Promise<void> {
  await fillOffer(page, { amount: '300', apr: '10', note: NOTE })
  await eventually(publishForm(page)).toContainText(/Comisión de red \(máx\.\): ≈ \$ \d/)
  await button(publishForm(page), 'Publicar').click()
  await eventually(publishStatus(page)).toHaveText('Oferta publicada')
  await leaveSharing(page)
}

async function accept(page: Page): Promise<void> {
  const offer = offers(page).filter({ hasText: NOTE })
  await offer.getByRole('button', { name: /^Solicitar/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Solicitar préstamo' })
  await eventually(dialog).toContainText(/≈ \$ \d/)
  await button(dialog, 'Aceptar préstamo').click()
  await eventually(dialog).toBeHidden()
}
