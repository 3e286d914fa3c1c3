import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{web,devchain,scripts,contracts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: './contracts/compileOnce.ts',
    // Generous: Argon2id is slow by design, and slower on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
