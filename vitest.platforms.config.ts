import { defineConfig } from 'vitest/config'

/** The native programs of other platforms, in emulators; `npm run test:platforms` builds them and uses this. */
export default defineConfig({
  test: {
    include: ['test/platforms/**/*.test.ts'],
    globalSetup: './test/platforms/prepare.ts',
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
