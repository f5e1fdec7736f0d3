import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/platforms/**', 'test/serve/**'],
    setupFiles: ['./test/support/property-seed.ts', './test/support/started.ts'],
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
