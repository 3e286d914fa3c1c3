// Runs before the first import of the app, which reads its node and its contract from the environment.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'
import './pollOften.ts'

Object.assign(import.meta.env, await commands.settings())
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
