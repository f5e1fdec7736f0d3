import { defineConfig } from 'vitest/config'

/** The tests that need real harnesses; `npm run e2e` prepares them and uses this. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 120_000,
    // They wait for clients most of the time.
    maxWorkers: 4,
  },
})
