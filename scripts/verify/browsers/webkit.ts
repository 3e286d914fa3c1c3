// WebKitGTK by its own driver, over the HTTP of the WebDriver standard. It has neither a log nor a command to print.
import { freePort } from '../../lib/ports.ts'
import { startCommand, stop } from '../children.ts'
import type { Driver } from './engine.ts'

const START_LIMIT_MS = 30_000

export async function startWebKit(path: string): Promise<Driver> {
  const port = await freePort()
  // It draws on a display. Its sandbox needs user namespaces, which containers do not give.
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const child = startCommand(`xvfb-run -a -s "-screen 0 1400x1000x24" "${path}" --port=${port}`, { stdio: 'ignore', env })
  const ask = async <T>(method: string, way: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${way}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: T }
    if (!response.ok) throw new Error(`${way}: ${JSON.stringify(value)}`)
    return value
  }

  const end = Date.now() + START_LIMIT_MS
  while (!(await ask('GET', '/status').catch(() => undefined))) {
    if (Date.now() > end) throw new Error(`${path} does not answer.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const { sessionId, capabilities } = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    { capabilities: {} },
  )
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/window/rect`, { width: 1280, height: 950 })
  return {
    version: capabilities.browserVersion,
    goto: (url) => ask('POST', `${session}/url`, { url }),
    evaluate: (expression) => ask('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    act: async (sequence) => {
      await ask('POST', `${session}/actions`, { actions: [sequence] })
    },
    close: async () => {
      await ask('DELETE', session).catch(() => undefined)
      stop(child)
    },
  }
}
