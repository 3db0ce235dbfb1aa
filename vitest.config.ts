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
          // A group of its own: projects of one group must have the same number of workers.
          sequence: { shuffle: true, groupOrder: 1 },
          // One worker more than the default on two cores: these tests wait for the database half of the time.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      'acceptance/vitest.config.ts',
    ],
  },
})
