import { configDefaults, defineConfig } from 'vitest/config'
import CountReporter from './testing/count-reporter.ts'
import SlowFilesFirst from './testing/slow-files-first.ts'

/** Tests that replace a module with another one, or measure the memory of their process. */
const isolated = 'packages/**/*.isolated.test.ts'

const packages = {
  globalSetup: ['testing/global-setup.ts'],
  // A group of its own: projects of one group must have the same number of workers.
  sequence: { shuffle: true, groupOrder: 1 },
  // One more than cores: these tests wait for the database, or for the browser, half of the time.
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // One second is too short where more workers than cores are at work.
  expect: { poll: { timeout: 20_000 } },
  // Node loads the product itself, and keeps what it compiled.
  experimental: { viteModuleRunner: false },
}

export default defineConfig({
  test: {
    reporters: ['default', new CountReporter()],
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          ...packages,
          name: 'packages',
          include: ['packages/**/*.test.ts', 'testing/**/*.test.ts'],
          exclude: [...configDefaults.exclude, isolated],
          // Loading the product takes longer than most files of tests. The files of a worker load it once.
          isolate: false,
        },
      },
      { test: { ...packages, name: 'isolated', include: [isolated] } },
      'acceptance/vitest.config.ts',
    ],
  },
})
