import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as icons from '@mdi/js'
import type { Plugin } from 'vite'
import { color, FONTS, RADIUS } from '../web/tokens.ts'
import { oldestBrowsers } from './target.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The licences of what is shipped, which 'Acerca de' links to. */
export const LICENCES = 'licencias.txt'

/** The colours, fonts and corners of tokens.ts, as the variables of the stylesheet. */
export function tokensAsVariables(): Plugin {
  const variables = Object.entries({ ...color, fonts: FONTS, radius: `${RADIUS}px` }).map(
    ([name, value]) => `--${name}: ${value};`,
  )
  return {
    name: 'tokens-as-variables',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/web/base.css') ? `${code}\n:root { ${variables.join(' ')} }` : undefined),
  }
}

/** The names of the oldest browsers, in what index.html says to older ones. */
export function oldestBrowsersInPage(): Plugin {
  return { name: 'oldest-browsers-in-page', transformIndexHtml: (page) => page.replace('%OLDEST_BROWSERS%', oldestBrowsers) }
}

/** Drops the bytecode by which viem calls contracts that are not deployed: kilobytes that hardly compress, and nothing here does so. */
export function withoutBytecode(): Plugin {
  return {
    name: 'without-bytecode',
    transform: (code, id) =>
      id.endsWith('/viem/_esm/constants/contracts.js') ? code.replace(/'0x[0-9a-f]{200,}'/g, "'0x'") : undefined,
  }
}

/** Turns each icon into a module of its own: as one module, @mdi/js would load the icons of all screens with the first one. */
export function iconPerModule(): Plugin {
  const byName: Record<string, string> = { ...icons }
  return {
    name: 'icon-per-module',
    enforce: 'pre',
    transform: (code) =>
      code.replace(/import \{([^}]+)\} from '@mdi\/js'/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `import ${name} from 'icon:${name}'`)
          .join(';'),
      ),
    resolveId: (id) => (id.startsWith('icon:') ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0icon:') ? `export default ${JSON.stringify(byName[id.slice(6)])}` : undefined),
  }
}

/** Adds to the licences what Vite does not see as a bundled module: the font, and the icons that become modules above. */
export function licencesOfAssets(): Plugin {
  return {
    name: 'licences-of-assets',
    writeBundle: ({ dir }) => {
      const file = `${dir}/${LICENCES}`
      if (!existsSync(file)) return
      for (const name of ['@fontsource-variable/roboto', '@mdi/js']) {
        const folder = `${root}node_modules/${name}`
        const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
        appendFileSync(file, `\n## ${name} - ${version} (${license})\n\n${readFileSync(`${folder}/LICENSE`, 'utf8')}`)
      }
    },
  }
}
