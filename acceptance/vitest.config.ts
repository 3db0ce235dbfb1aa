import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'acceptance',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['installation/global-setup.ts'],
    sequence: { shuffle: true },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
