// The life of a loan in engines that are not Chromium: Debian's Firefox and WebKitGTK, each on a chain of its own.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChain } from '../../devchain/start.ts'
import { startHost } from '../../e2e/support/host.ts'
import { startNode } from '../../e2e/support/node.ts'
import { buildPages, discardBuild, finishBuild } from '../lib/app.ts'
import { installed } from '../lib/browser.ts'
import type { Driver } from './browsers/engine.ts'
import { startFirefox } from './browsers/firefox.ts'
import { storyIn } from './browsers/story.ts'
import { startWebKit } from './browsers/webkit.ts'
import { type Column, printMatrix, runSteps } from './matrix.ts'

type Engine = { name: string; paths: string[]; packages: string[]; start: (path: string) => Promise<Driver> }

const ENGINES: readonly Engine[] = [
  { name: 'Firefox', paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'], packages: ['firefox-esr'], start: startFirefox },
  {
    name: 'WebKitGTK',
    paths: ['/usr/bin/WebKitWebDriver'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    start: startWebKit,
  },
]

export async function browsers(): Promise<boolean> {
  const columns: Column[] = []
  for (const engine of ENGINES) columns.push(await columnOf(engine))
  printMatrix(columns)
  return columns.every(({ isPassed }) => isPassed)
}

async function columnOf({ name, paths, packages, start }: Engine): Promise<Column> {
  const path = installed(paths, packages)
  if (!path) {
    console.error(`${name} is not installed: not checked. Install it: sudo apt-get install ${packages.join(' ')}.`)
    return { title: `${name}: not installed`, cells: {}, isPassed: false }
  }
  const node = await startNode()
  const outDir = await watchedBuild(node.url)
  const [chain, host] = [await startChain(), await startHost(outDir)]
  node.standBefore(async () => chain)
  let driver: Driver | undefined
  try {
    driver = await start(path)
    return await runSteps(`${name} ${driver.version}`, storyIn(driver, { chain, node, host }))
  } catch (error) {
    console.error(error)
    return { title: `${name}: does not start`, cells: {}, isPassed: false }
  } finally {
    await driver?.close()
    await host.stop()
    await node.stop()
    await chain.stop()
    await discardBuild(outDir)
  }
}

/** The production build, with a first script in every page that keeps what the console is told. */
async function watchedBuild(nodeUrl: string): Promise<string> {
  process.env.REACT_APP_ALCHEMY_URL = nodeUrl
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-browsers-'))
  await buildPages(outDir)
  copyFileSync(fileURLToPath(new URL('browsers/watch.js', import.meta.url)), join(outDir, 'watch.js'))
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))) {
    const page = readFileSync(join(outDir, name), 'utf8')
    writeFileSync(join(outDir, name), page.replace('<title>', '<script src="/watch.js"></script><title>'))
  }
  await finishBuild(outDir)
  return outDir
}
