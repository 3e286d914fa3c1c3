// npm run abi: writes the generated files of web/ after a change of the contracts.
import { writeFileSync } from 'node:fs'
import { generateFiles } from '../devchain/generateFiles.ts'

for (const [file, source] of await generateFiles()) {
  writeFileSync(file, source)
  console.log(`Wrote ${file}.`)
}
