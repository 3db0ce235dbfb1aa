import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseProcesses, startRefused } from '../installation/start-installation.ts'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { type SeededRandom, seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

/** A container has its own process ids, shared memory and /proc. */
const container = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']
const rounds = 1

const mayUnshare = (() => {
  try {
    execFileSync(container[0] as string, [...container.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

let installation: CrashableInstallation

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
})

afterAll(() => installation.remove())

const freePorts = { NANI_SANDBOX_PORT: '0', NANI_PRODUCTION_PORT: '0' }

/** A second start is refused while the first serves, and changes nothing for it. */
const expectRefused = async (wrapper: string[]): Promise<void> => {
  const database = databaseProcesses(installation.dataDir)
  const { code, output } = await startRefused(installation.dataDir, freePorts, wrapper)
  expect(output).toContain('in use by another nani server')
  expect(output).not.toContain('Nani is ready')
  expect(code).toBe(1)
  expect(databaseProcesses(installation.dataDir)).toEqual(database)
}

const challenge = async (wrappers: string[][], random: SeededRandom): Promise<void> => {
  for (let round = 0; round < rounds; round++) {
    for (const wrapper of wrappers) {
      await delay(random.between(0, 500))
      await expectRefused(wrapper)
    }
    // The lock ends with its process: the next start succeeds.
    await installation.kill({ database: round % 2 === 1 })
    await installation.start()
  }
}

test(`a second holder of the data directory is refused, and no work is lost (NANI_CRASH_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  await runTrial(installation, (_, random) => challenge([[]], random))
})

test.skipIf(!mayUnshare)(
  `a second holder in a container of its own is refused, and nothing is lost (NANI_CRASH_SEED=${seed})`,
  { timeout: 300_000 },
  async () => {
    await runTrial(installation, (_, random) => challenge([container], random))
  },
)
