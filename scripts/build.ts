// npm run build: the static folder for a host, with the settings in the environment.
import { fileURLToPath } from 'node:url'
import { buildApp } from './lib/app.ts'

const outDir = fileURLToPath(new URL('../dist', import.meta.url))
await buildApp(outDir)
console.log(`The app is in ${outDir}: put it on any host of static files.`)
