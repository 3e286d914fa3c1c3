import { compile } from './contracts/compile.ts'

/** Once before the unit tests, once before the end-to-end tests: those that start a chain need the contracts. */
export default async () => {
  await compile()
}
