import { defineConfig } from 'vitest/config'

/**
 * The property tests of the shell reader and its guards, many times and with new cases each
 * time (`npm run test:properties`). A failure prints its seed.
 */
export default defineConfig({
  test: {
    include: [
      'test/shell/{plain,properties}.test.ts',
      'test/hooks/wrapping.test.ts',
      'test/hooks/block-dangerous-rm/properties.test.ts',
      'test/hooks/protect-sensitive-files/shell.test.ts',
    ],
    env: {
      PROPERTY_TIMES: process.env['PROPERTY_TIMES'] ?? '10',
      PROPERTY_SEED: process.env['PROPERTY_SEED'] ?? 'random',
    },
    setupFiles: './test/support/property-seed.ts',
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 3_600_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
