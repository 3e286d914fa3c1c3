import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{web,devchain,scripts,contracts}/**/*.test.{ts,tsx}'],
    globalSetup: './globalSetup.config.ts',
    // Generous: Argon2id takes its time by design, and much more of it on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
