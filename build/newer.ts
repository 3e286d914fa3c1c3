// Features newer than the oldest browsers of target.ts, in the files of a build: syntax, and a list of names. Libraries are checked
// with the rest; what they use only where it exists is taken out first.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { transformWithOxc } from 'vite'
import { TARGET } from './target.ts'

/** Of JavaScript. Not whole: what somebody may come to use. */
const SCRIPT_NAMES = {
  'URL.canParse, URL.parse': /\bURL\.(canParse|parse)\b/,
  'Object.groupBy, Map.groupBy': /\b(Object|Map)\.groupBy\b/,
  'Array.fromAsync': /\bfromAsync\b/,
  'Promise.withResolvers, Promise.try': /\bwithResolvers\b|\bPromise\.try\b/,
  'toSorted, toReversed, toSpliced, with': /\.(toSorted|toReversed|toSpliced|with)\(/,
  'methods of sets': /\.(union|intersection|difference)\(|\b(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\b/,
  'methods of iterators':
    /\.(values|keys|entries)\(\)\.(map|filter|flatMap|take|drop|reduce|forEach|some|every|find|toArray)\(|\bIterator\.(from|prototype|concat)\b/,
  getOrInsert: /\bgetOrInsert/,
  'isWellFormed, toWellFormed': /\b(is|to)WellFormed\b/,
  'bytes as text': /\bUint8Array\.from(Hex|Base64)\b|\.toBase64\(|\bsetFrom(Hex|Base64)\b/,
  'Error.isError, RegExp.escape': /\bError\.isError\b|\bRegExp\.escape\b/,
  'Math.sumPrecise, Float16Array': /\bsumPrecise\b|\bf16round\b|\bFloat16Array\b/,
  'AbortSignal.any': /\bAbortSignal\.any\b/,
  'Temporal, Intl.DurationFormat, Intl.Segmenter': /\bTemporal\.|\bIntl\.(DurationFormat|Segmenter)\b/,
  'ArrayBuffer.transfer': /\.transfer(ToFixedLength)?\(/,
  disposal: /\bSymbol\.(asyncDispose|dispose)\b/,
  'regular expressions with the flag v': /\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/,
  'popovers, close watchers': /\b(show|toggle|hide)Popover\b|\bCloseWatcher\b|\brequestClose\b/,
  'view transitions': /\bstartViewTransition\b/,
  'checkVisibility, moveBefore, setHTML': /\.(checkVisibility|moveBefore|setHTML|setHTMLUnsafe)\(/,
  requestIdleCallback: /\brequestIdleCallback\b/,
  scheduler: /\bscheduler\.(yield|postTask)\b/,
  navigation: /\bnavigation\.(navigate|addEventListener|currentEntry|transition)\b/,
  'IndexedDB.databases': /\bindexedDB\.databases\b/,
  'navigator.userActivation': /\bnavigator\.userActivation\b/,
  PublicKeyCredential: /\b(getClientCapabilities|parse(Creation|Request)OptionsFromJSON)\b/,
}

/** Of CSS, in stylesheets and in scripts, which hold MUI's. */
const STYLE_NAMES = {
  ':has()': /:has\(/,
  'color-mix()': /\bcolor-mix\(/,
  'light-dark(), oklch()': /\blight-dark\(|\boklch\(/,
  'text-wrap': /\btext-?wrap:/i,
  '@property, @scope, @starting-style, @position-try': /@(property|scope|starting-style|position-try)\b/,
  'field-sizing, interpolate-size, zoom': /\b(field-?sizing|interpolate-?size|calc-size)\b/i,
  anchors: /\b(anchor-?name|position-?anchor|position-?area)\b/i,
  lh: /\b\d+r?lh\b/,
  ':user-invalid, :popover-open': /:user-(in)?valid\b|:popover-open\b/,
  timelines: /\banimation-?timeline\b/i,
}

/** Works without, or asks first: taken out of a file before the names are looked for. */
const ALLOWED: readonly { use: RegExp; why: string }[] = [
  { use: /typeof Uint8Array\.from(Hex|Base64)==`function`/g, why: '@noble/hashes and @scure/base ask whether it exists' },
  { use: /if\(\w+\)return Uint8Array\.fromHex\(/g, why: '@noble/hashes has asked whether it exists' },
  { use: /`requestIdleCallback`in window\?requestIdleCallback\b/g, why: 'asks first' },
  { use: /getClientCapabilities\?\./g, why: 'asks first' },
  { use: /try\{var \w+=\w+\.startViewTransition\(/g, why: 'React, for a component that is not used here' },
  { use: /navigation\.(transition|addEventListener|currentEntry|navigate)\b/g, why: 'React asks for `typeof navigation` before' },
  { use: /oklch\(from \$\{\w+\}/g, why: 'MUI, for a setting that is not used here' },
  { use: /color-mix\(in \$\{[\w.]+\},/g, why: 'MUI, for a setting that is not used here' },
  { use: /catch\{return`color-mix\(/g, why: 'MUI, for colours that it cannot compute: there are none here' },
  { use: /color-mix\(in srgb, currentColor 8%/g, why: 'a hover that is not seen is no loss' },
  { use: /:has\(>( & ~ \.\$\{\w+\.root\}| &)\)/g, why: 'MUI, for its native select, which is not used here' },
  { use: /\.formLead:has\(>\.(notice|cardSubtitle)\)/g, why: 'a notice covers what it lies over; distance alone' },
  { use: /&:has\(input:checked\)/g, why: 'the radio itself shows that it is chosen' },
  { use: /"@supports selector\(:has\(\*\)\)":\{.{0,200}:has\(input:focus-visible\)/g, why: 'asks first' },
  { use: /body:has\(\.MuiDialog-paper(FullScreen\)|:not\()/g, why: 'a notice that passes lies over a dialog' },
  { use: /body:has\(\[role="dialog"\]\)/g, why: 'a notice stays beside a dialog' },
]

/** One line for each use of what is newer, with its file and its surroundings. */
export async function newerThanTarget(outDir: string): Promise<string[]> {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css)$/.test(name))
  if (files.length < 3) throw new Error(`There is no build in ${outDir}.`)
  const found: string[] = []
  for (const file of files.sort()) {
    const text = readFileSync(join(outDir, file), 'utf8')
    const names = extname(file) === '.css' ? STYLE_NAMES : { ...SCRIPT_NAMES, ...STYLE_NAMES }
    const rest = ALLOWED.reduce((left, { use }) => left.replace(use, '…'), text)
    for (const [name, pattern] of Object.entries(names)) {
      const { index } = pattern.exec(rest) ?? {}
      if (index !== undefined) found.push(`${name} in ${file}: ${rest.slice(Math.max(0, index - 60), index + 60)}`)
    }
    if (extname(file) === '.js' && (await isNewerSyntax(text, file))) found.push(`syntax in ${file}`)
  }
  return found
}

/** Whether lowering it to the oldest browsers would change it. */
async function isNewerSyntax(text: string, file: string): Promise<boolean> {
  const printed = async (target: string | string[]) => (await transformWithOxc(text, file, { target, sourcemap: false })).code
  return (await printed(TARGET)) !== (await printed('esnext'))
}
