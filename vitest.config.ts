import { defineConfig } from 'vitest/config'
import CountReporter from './testing/count-reporter.ts'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'acceptance/**/*.test.ts', 'testing/**/*.test.ts'],
    sequence: { shuffle: true },
    globalSetup: ['testing/global-setup.ts'],
    reporters: ['default', new CountReporter()],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
