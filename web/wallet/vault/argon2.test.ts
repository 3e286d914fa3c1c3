import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { argon2 } from './argon2.ts'
import { argon2InScript } from './argon2InScript.ts'
import { argon2InWasm } from './argon2InWasm.ts'
import { utf8 } from './bytes.ts'
import { deriveKey } from './kdf.ts'
import { KDF_TODAY } from './kdfParameters.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

afterEach(() => vi.unstubAllGlobals())

// Test vectors of the reference implementation: version 1.3, parallelism 1, 'password', 'somesalt'.
const SMALL = [2, 256, '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe'] as const
const LARGE = [2, 65536, '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7'] as const

test.each([
  ['WebAssembly', argon2InWasm, ...SMALL],
  ['WebAssembly', argon2InWasm, ...LARGE],
  // LARGE is slow in JavaScript; the test at today's cost, below, covers that size.
  ['plain JavaScript', argon2InScript, ...SMALL],
] as const)('Argon2id in %s agrees with the reference', async (_, derive, passes, memoryKiB, expected) => {
  expect(hex(await derive(utf8('password'), utf8('somesalt'), { memoryKiB, passes }))).toBe(expected)
})

test('both agree at any cost', async () => {
  const inputs = fc.uint8Array({ minLength: 1, maxLength: 100 })
  const salts = fc.uint8Array({ minLength: 16, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(
      inputs,
      salts,
      fc.integer({ min: 8, max: 200 }),
      fc.integer({ min: 1, max: 4 }),
      async (input, salt, memoryKiB, passes) => {
        const [a, b] = [new Uint8Array(input), new Uint8Array(salt)]
        const cost = { memoryKiB, passes }
        expect(hex(await argon2InScript(a, b, cost))).toBe(hex(await argon2InWasm(a, b, cost)))
      },
    ),
    { numRuns: 40 },
  )
})

test("both agree at today's cost", { tags: 'long' }, async () => {
  const input = utf8('["271828","correcto caballo batería grapa"]')
  const salt = utf8('sixteen bytes ok')
  expect(hex(await argon2InScript(input, salt, KDF_TODAY))).toBe(hex(await argon2InWasm(input, salt, KDF_TODAY)))
})

describe('where something is missing', () => {
  const input = utf8('una contraseña')
  const salt = utf8('sixteen bytes ok')
  const cost = { memoryKiB: 64, passes: 2 }

  test('without a worker the key is the same', async () => {
    vi.stubGlobal('Worker', undefined)
    expect(hex(await deriveKey(input, salt, cost))).toBe(hex(await argon2InWasm(input, salt, cost)))
  })

  test('with a worker that cannot be loaded the key is the same, and the worker is ended', async () => {
    const terminate = vi.fn()
    vi.stubGlobal(
      'Worker',
      class {
        onerror?: (event: { message: string; preventDefault: () => void }) => void
        terminate = terminate
        postMessage() {
          queueMicrotask(() => this.onerror?.({ message: 'refused', preventDefault: () => {} }))
        }
      },
    )
    expect(hex(await deriveKey(input, salt, cost))).toBe(hex(await argon2InWasm(input, salt, cost)))
    expect(terminate).toHaveBeenCalledOnce()
  })

  test('without WebAssembly the key is the same', async () => {
    const expected = hex(await argon2InWasm(input, salt, cost))
    vi.doMock('./argon2InWasm.ts', () => ({
      argon2InWasm: () => Promise.reject(new ReferenceError('WebAssembly is not defined')),
    }))
    expect(hex(await argon2(input, salt, cost))).toBe(expected)
    vi.doUnmock('./argon2InWasm.ts')
  })
})
