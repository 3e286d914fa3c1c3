// Firefox by WebDriver BiDi, which it speaks itself: no driver is needed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { startCommand, stop } from '../children.ts'
import type { Driver } from './engine.ts'

type Reply = { id?: number; result?: Record<string, unknown>; error?: string; message?: string }

/** Nothing that Firefox asks of its makers' servers, and no page of its own at the start. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'es-ES',
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

export async function startFirefox(path: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'entrepares-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const command = `"${path}" --headless --no-remote --profile "${profile}" --remote-debugging-port=0 about:blank`
  const child = startCommand(command, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [url] = /ws:\/\/\S+/.exec(said) ?? []
      if (url) resolve(url)
    })
    child.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
  })

  const { send, close } = await connect(`${address}/session`)
  const { capabilities } = (await send('session.new', { capabilities: {} })) as { capabilities: { browserVersion: string } }
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } })
  return {
    version: capabilities.browserVersion,
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const { result } = (await send('script.evaluate', { target: { context }, expression, awaitPromise: true })) as {
        result?: { value?: string }
      }
      if (result?.value === undefined) throw new Error('The page threw.')
      return result.value
    },
    act: async (sequence) => {
      await send('input.performActions', { context, actions: [sequence] })
    },
    print: async () => {
      const { data } = (await send('browsingContext.print', { context })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      close()
      stop(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  socket.on('message', (text) => {
    const reply: Reply = JSON.parse(String(text))
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  return {
    send: async (method: string, params: Record<string, unknown>) => {
      const id = ++last
      const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error, message } = await answered
      waiting.delete(id)
      if (!result) throw new Error(`${method}: ${error} ${message}`)
      return result
    },
    close: () => socket.close(),
  }
}
