import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{web,devchain,scripts,contracts}/**/*.test.{ts,tsx}'],
    globalSetup: './globalSetup.config.ts',
    testTimeout: 20_000,
  },
})
