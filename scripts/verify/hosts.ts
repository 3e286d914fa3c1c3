// Serves a build by the programs that docs/hosting.md names, set up as it says, and asks for what browsers ask for. A program that is
// missing and cannot be installed fails: nothing was checked.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ASKED_ANEW, KEPT_FOREVER } from '../../build/hostFiles.ts'
import { hostHeaders, securityHeaders } from '../../build/securityHeaders.ts'
import { readConfig } from '../../web/config.ts'
import { ROUTES } from '../../web/routes.ts'
import { type App, buildApp } from '../lib/app.ts'
import { chromiumPath, installed, requireChromium } from '../lib/browser.ts'
import { freePort } from '../lib/ports.ts'
import { startCommand, stop, untilServed } from './children.ts'

const guide = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8')

/** For `npx` to fetch the program. */
const START_LIMIT_MS = 120_000
const SERVE = 'serve@14.2.6'
const LISTED = hostHeaders(securityHeaders(readConfig({}).nodeUrls))

type Place = {
  port: number
  /** The build. */
  outDir: string
  /** For the program's own files. */
  folder: string
}

/** The command that serves the build, and which of its answers say how long they may be kept. */
type Host = { command: (place: Place) => string; headers: Record<string, string> | undefined; version: string }

const HOSTS = {
  nginx: { command: nginx, headers: LISTED, version: 'nginx -v 2>&1' },
  Caddy: { command: caddy, headers: LISTED, version: 'caddy version' },
  serve: {
    command: ({ port, outDir }) => `npx --yes ${SERVE} --no-clipboard --listen tcp://127.0.0.1:${port} ${outDir}`,
    headers: undefined,
    version: `npx --yes ${SERVE} --version`,
  },
} satisfies Record<string, Host>

export async function hosts(): Promise<boolean> {
  requireChromium()
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-hosts-'))
  await buildApp(outDir)
  const found: string[] = []
  for (const [name, host] of Object.entries(HOSTS)) {
    const mistakes = await mistakesOf(host, outDir).catch((error: unknown) => [String(error)])
    found.push(...mistakes.map((mistake) => `${name}: ${mistake}`))
    console.log(`${mistakes.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${outputOf(host.version)})`)
  }
  for (const mistake of found) console.log(mistake)
  rmSync(outDir, { recursive: true })
  return found.length === 0
}

async function mistakesOf(host: Host, outDir: string): Promise<string[]> {
  const { url, stop } = await serveBy(host, outDir)
  try {
    return [...(await wrongAnswers(host, url, outDir)), ...(await wrongInBrowser(url))]
  } finally {
    await stop()
  }
}

/** Serves a build by nginx, set up as the guide says. */
export function serveByNginx(outDir: string): Promise<App> {
  return serveBy(HOSTS.nginx, outDir)
}

async function serveBy({ command }: Host, outDir: string): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-host-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = startCommand(command({ port, outDir, folder }), { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = async () => {
    stop(server)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilServed(url, server, START_LIMIT_MS)
    return { url, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

function nginx({ port, outDir, folder }: Place): string {
  const program = programOf('/usr/sbin/nginx', 'nginx-light')
  const snippet = `${folder}/headers`
  writeSnippet('/etc/nginx/entrepares-headers.conf', snippet, outDir)
  const server = blockOf('nginx')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(server_name|ssl_\w+) .*\n/gm, '')
    .replace('/srv/entrepares/dist', outDir)
    .replaceAll('/etc/nginx/entrepares-headers.conf', snippet)
  // The settings that every installation of nginx has around its servers. The folder of the build belongs to this user alone.
  const isRoot = process.getuid?.() === 0
  const around = `pid ${folder}/pid; error_log stderr; ${isRoot ? 'user root;' : ''} events {}`
  writeFileSync(`${folder}/nginx.conf`, `${around}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${server}\n}\n`)
  return `${program} -p ${folder} -c ${folder}/nginx.conf -g 'daemon off;'`
}

function caddy({ port, outDir, folder }: Place): string {
  const program = programOf('/usr/bin/caddy', 'caddy')
  const snippet = `${folder}/headers`
  writeSnippet('/etc/caddy/entrepares-headers', snippet, outDir)
  const site = blockOf('caddy')
    .replace('entrepares.example', `http://127.0.0.1:${port}`)
    .replace('/srv/entrepares/dist', outDir)
    .replaceAll('/etc/caddy/entrepares-headers', snippet)
  writeFileSync(`${folder}/Caddyfile`, `{\n  admin off\n  log {\n    level ERROR\n  }\n}\n${site}\n`)
  return `${program} run --adapter caddyfile --config ${folder}/Caddyfile`
}

/** Runs the guide's command that writes a host's headers. */
function writeSnippet(named: string, snippet: string, outDir: string): void {
  const command = guide.split('\n').find((line) => line.startsWith('sed ') && line.endsWith(named))
  if (!command) throw new Error(`docs/hosting.md has no command that writes ${named}.`)
  execFileSync('sh', ['-c', command.replace('dist/_headers', `${outDir}/_headers`).replace(named, snippet)])
}

/** The guide's block of code in a language. */
function blockOf(language: string): string {
  const [, block] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide) ?? []
  if (!block) throw new Error(`docs/hosting.md has no block for ${language}.`)
  return block
}

async function wrongAnswers({ headers }: Host, url: string, outDir: string): Promise<string[]> {
  const mistakes: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) mistakes.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  const ask = (path: string) => fetch(url + path, { redirect: 'manual', headers: { 'Accept-Encoding': 'gzip' } })

  for (const path of ['/', ...ROUTES, '/no/such/path']) {
    const answer = await ask(path)
    expect(`status of ${path}`, answer.status, path === '/no/such/path' ? 404 : 200)
    const page = path === '/' ? 'index' : path === '/no/such/path' ? '404' : path.slice(1)
    expect(`bytes of ${path}`, await answer.text(), readFileSync(`${outDir}/${page}.html`, 'utf8'))
    for (const [name, value] of Object.entries(headers ?? {})) expect(`${name} of ${path}`, answer.headers.get(name), value)
    if (headers && page !== '404') expect(`Cache-Control of ${path}`, answer.headers.get('Cache-Control'), ASKED_ANEW)
  }

  const missing = await ask('/assets/none.js')
  expect('status of a missing script', missing.status, 404)
  expect('a missing script is kept', missing.headers.get('Cache-Control') === KEPT_FOREVER, false)

  const files = readdirSync(`${outDir}/assets`).map((name) => `/assets/${name}`)
  for (const path of [...files, '/sw.js', '/manifest.json']) {
    const answer = await ask(path)
    expect(`status of ${path}`, answer.status, 200)
    const isText = /\.(js|css|json)$/.test(path)
    const isLong = readFileSync(outDir + path).length > 2_000
    if (isText && isLong) expect(`encoding of ${path}`, answer.headers.get('Content-Encoding'), 'gzip')
    if (path.endsWith('.js')) expect(`type of ${path}`, /javascript/.test(answer.headers.get('Content-Type') ?? ''), true)
    const kept = path.startsWith('/assets/') ? KEPT_FOREVER : ASKED_ANEW
    if (headers) expect(`Cache-Control of ${path}`, answer.headers.get('Cache-Control'), kept)
    await answer.arrayBuffer()
  }
  return mistakes
}

/** /seed opens, the worker keeps the build, and nothing is complained of. */
async function wrongInBrowser(url: string): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '' })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${url}/seed`)
    await page.getByRole('heading', { name: 'Tu frase semilla' }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    return complaints
  } finally {
    await browser.close()
  }
}

/** The program, once Debian's package was tried. */
function programOf(path: string, packageName: string): string {
  const program = installed([path], [packageName])
  if (!program) throw new Error(`${packageName} is not installed: not checked.`)
  return program
}

function outputOf(command: string): string {
  return (spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout ?? '').trim().replaceAll(/\s+/g, ' ')
}
