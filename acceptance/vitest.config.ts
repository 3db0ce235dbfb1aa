import { configDefaults, defineProject } from 'vitest/config'
import { notInCells } from './installation/not-in-cells.ts'

export default defineProject({
  test: {
    name: 'acceptance',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.CELLS === '1' ? Object.keys(notInCells).map((path) => `${path}{,/**}`) : []),
    ],
    globalSetup: ['installation/global-setup.ts'],
    // Twice as many as cores: most of these files wait for slow clients, restarts and the next attempt, and do not compute.
    maxWorkers: 4,
    sequence: { shuffle: true },
    // To start a worker takes as long as most of these files. They share no state but caches of the client.
    isolate: false,
    // The waits inside end sooner, and say for what they waited.
    testTimeout: 240_000,
    // A slow machine can miss a wait once. A rule that does not hold fails twice, and the log names each retry.
    retry: 1,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
