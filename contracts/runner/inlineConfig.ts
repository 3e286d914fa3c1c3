import { parse } from 'smol-toml'
import { flattenProfiles, type Profiles, rejectUnknownComment } from './settings.ts'

// A comment applies to the contract or function that follows it.
const TOKEN = /^\s*\/\/\/\s*forge-config:(?<config>.*)$|^(?:abstract )?contract (?<contract>\w+)|^\s+function (?<method>\w+)/gm

/**
 * Parses inline config such as `/// forge-config: verify.fuzz.runs = 500`, by `Contract` or `Contract.function`. EDR 0.13
 * does not read it.
 */
export function readInlineConfig(source: string): Record<string, Profiles> {
  const found: Record<string, Profiles> = {}
  let lines: string[] = []
  let contract = ''
  for (const { groups = {} } of source.matchAll(TOKEN)) {
    if (groups.config !== undefined) {
      lines.push(groups.config)
      continue
    }
    contract = groups.contract ?? contract
    if (lines.length > 0) found[groups.method ? `${contract}.${groups.method}` : contract] = parseLines(lines)
    lines = []
  }
  if (lines.length > 0) throw new Error(`No contract or function follows the comment "forge-config:${lines[0]}".`)
  return found
}

// The comments are TOML, with keys that start with the profile.
function parseLines(lines: string[]): Profiles {
  const profiles = flattenProfiles(parse(lines.join('\n')))
  for (const settings of Object.values(profiles)) rejectUnknownComment(settings)
  return profiles
}
