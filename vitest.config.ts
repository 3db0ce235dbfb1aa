import { defineConfig } from 'vitest/config'
import CountReporter from './testing/count-reporter.ts'

export default defineConfig({
  test: {
    reporters: ['default', new CountReporter()],
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'testing/**/*.test.ts'],
          globalSetup: ['testing/global-setup.ts'],
          sequence: { shuffle: true },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      'acceptance/vitest.config.ts',
    ],
  },
})
