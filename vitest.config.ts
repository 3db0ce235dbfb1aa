import { configDefaults, defineConfig } from 'vitest/config'
import CountReporter from './testing/count-reporter.ts'
import SlowFilesFirst from './testing/slow-files-first.ts'

/** Tests that replace a module with another one, or measure the memory of their process. */
const isolated = 'packages/**/*.isolated.test.ts'

const packages = {
  globalSetup: ['testing/global-setup.ts'],
  sequence: { shuffle: true },
  // One more than cores, because many tests wait. All projects are one group, so that no worker waits for the last
  // file of another project. Projects of one group must have the same number of workers.
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
