import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'acceptance',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['installation/global-setup.ts'],
    // Most of the time is spent waiting for slow clients and restarts, not computing.
    maxWorkers: 3,
    sequence: { shuffle: true },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
