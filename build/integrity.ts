import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adds to the pages of a build the hashes of the scripts and styles that they name: browsers take no others. On the finished
 * files, because the hash of what another plugin changes afterwards would be wrong.
 */
export function addIntegrity(outDir: string, base: string): void {
  // The entry, what is preloaded with it, the stylesheet, and the script for old browsers.
  const element = new RegExp(`<(?:script|link)\\b[^>]*"${base}([^"]+\\.(?:js|css))"[^>]*(?=>)`, 'g')
  const pages = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  for (const page of pages.map((name) => join(outDir, name))) {
    const html = readFileSync(page, 'utf8')
    writeFileSync(
      page,
      html.replace(element, (start, file) => `${start} integrity="${hashOf(join(outDir, file))}"`),
    )
  }
}

function hashOf(file: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
}
