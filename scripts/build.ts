// npm run build: the static folder for a host, with the settings in the environment. `-- --base /folder/`: for a folder of the origin.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildApp } from './lib/app.ts'

const { values } = parseArgs({ options: { base: { type: 'string', default: '/' } } })
if (!/^\/([\w.~-]+\/)*$/.test(values.base)) {
  console.error(`--base is a folder of the host, with a slash at both ends, such as /entrepares/: not "${values.base}".`)
  process.exit(1)
}

const outDir = fileURLToPath(new URL('../dist', import.meta.url))
await buildApp(outDir, { base: values.base })
console.log(`The app is in ${outDir}: put it on any host of static files${values.base === '/' ? '' : `, as ${values.base}`}.`)
