import { weigh } from './weight.ts'

const { passed, failed } = await weigh()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
