import { defineConfig } from 'vitest/config'

/** The tests of `hookbox serve` with real databases and a real browser; `npm run test:serve` prepares them. */
export default defineConfig({
  test: {
    include: ['test/serve/**/*.test.ts'],
    globalSetup: './test/serve/postgres.ts',
    setupFiles: './test/support/property-seed.ts',
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
