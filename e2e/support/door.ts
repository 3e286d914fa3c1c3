import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Plugin } from 'vite'
import { DOOR } from '../../build/door.ts'

const component = fileURLToPath(new URL('Door.tsx', import.meta.url))

/** Puts the door into the app. */
export function testDoor(): Plugin {
  return {
    name: 'test-door',
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith('/web/App.tsx')) return
      const opened = code.replace('<CurrentScreen />\n', `<CurrentScreen /><Door name="${DOOR}" />\n`)
      if (opened === code) throw new Error('App.tsx has no place for the door.')
      return `import { Door } from '${component}'\n${opened}`
    },
  }
}

/** Opens a wallet for this visit, from any page of the app. */
export async function openThroughDoor(page: Page, phrase: string): Promise<void> {
  await page.waitForFunction((name) => name in window, DOOR)
  await page.evaluate(([name, words]) => window[name]?.(words), [DOOR, phrase] as const)
}
