// Runs before the first import of the app, which reads its node and its contract from the environment.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { KDF_TODAY } from '../wallet/vault/kdfParameters.ts'
import './pollOften.ts'

Object.assign(import.meta.env, await commands.settings())
// Argon2id at a thousandth of its cost: what is tested here is what comes before and after it.
Object.assign(KDF_TODAY, { memoryKiB: 64, passes: 1 })
const { forgetVisit } = await import('./mount.tsx')

/** A component test fails where the app complains in the console. */
let complaints: unknown[][] = []
beforeEach(() => {
  complaints = []
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation((...args) => complaints.push(args))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})

// Here and not beside the function: this file runs for every test file, all others once for the page that they share. And last:
// hooks run in reverse, and the check above throws.
afterEach(forgetVisit)
