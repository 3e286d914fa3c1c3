// The app and its chain on one origin, as `npm start` serves them.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBlock } from 'viem/actions'
import { RPC_PATH } from '../../devchain/serveRpc.ts'
import { discardBuild, serveApp } from '../../scripts/lib/app.ts'
import { expect, test } from '../support/fixtures.ts'
import { button } from '../support/steps.ts'

test('S7 the page finds its chain under the address that it came from, by name or by number', async ({
  page,
  world: { chain, client },
}) => {
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-embedded-'))
  const nodeOfOtherTests = process.env.REACT_APP_ALCHEMY_URL
  process.env.REACT_APP_ALCHEMY_URL = RPC_PATH
  const app = await serveApp({ port: 0, chain, outDir })
  try {
    const { number, hash } = await getBlock(client)
    for (const host of ['localhost', '127.0.0.1']) {
      const url = app.url.replace('localhost', host)
      const asked = page.waitForRequest((request) => request.method() === 'POST')
      const opened = await page.goto(`${url}/seed`)
      expect(opened?.headers()['content-security-policy']).toContain("connect-src 'self';")
      await button(page, 'Obtener último bloque').click()
      await expect(page.getByRole('status').filter({ hasText: `${number}` })).toContainText(`${hash.slice(0, 16)}…`)
      expect((await asked).url()).toBe(`${url}${RPC_PATH}`)
    }
  } finally {
    process.env.REACT_APP_ALCHEMY_URL = nodeOfOtherTests
    await app.stop()
    await discardBuild(outDir)
  }
})
