import { compile } from './compile.ts'

/** Compiles the contracts once before a test run, so that parallel workers find them in the cache. */
export default async () => {
  await compile()
}
