import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { databaseProcesses } from '../installation/start-installation.ts'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { askHealth } from './health.ts'
import { createNeighbour } from './neighbour.ts'
import { type SeededRandom, seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

/** A statement is given up after 16 s, and a call may meet two of them. */
const answeredWithinMs = 30_000

let installation: CrashableInstallation
let neighbour: Awaited<ReturnType<typeof createNeighbour>>

beforeAll(async () => {
  // The register uses the same database. With its own shorter limit, items would correctly end as
  // `register_unavailable`, but the plan of the load cannot predict which.
  installation = await crashableInstallation({ NANI_REGISTER_TIMEOUT_MS: '60000' })
  await installation.start()
  neighbour = await createNeighbour(installation)
})
afterAll(() => installation.remove())

/** Linux: the fourth field of `stat`, behind the name in parentheses, is the parent. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })

/**
 * Stops every process of the database, the first one first, so that it starts no more. Returns a function that
 * continues them.
 */
const freezeDatabase = (dataDir: string): (() => void) => {
  const [first] = databaseProcesses(dataDir) as [number]
  process.kill(first, 'SIGSTOP')
  const frozen = [first, ...childrenOf(first)]
  const signal = (pid: number, name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch {
      // It ended just before it was stopped.
    }
  }
  for (const pid of frozen) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of frozen) signal(pid, 'SIGCONT')
  }
}

const expectFrozen = async () => {
  const { tookMs } = await until(
    () => askHealth(installation, '/readyz'),
    ({ status }) => status === 503,
    { everyMs: 200, timeoutMs: 10_000 },
  )
  expect(tookMs).toBeLessThan(5_000)
  expect((await askHealth(installation, '/readyz')).notReady).toContain('database')
  const alive = await askHealth(installation, '/livez')
  expect(alive.status).toBe(200)
  expect(alive.tookMs).toBeLessThan(2_000)
  const startedMs = performance.now()
  const { status, json } = await neighbour.call()
  expect([status, json]).toMatchObject([503, { error: 'overloaded' }])
  expect(performance.now() - startedMs).toBeLessThan(answeredWithinMs)
}

const freezeOver = async (application: Credentials, random: SeededRandom): Promise<void> => {
  for (let round = 0; round < 2; round++) {
    await delay(random.between(500, 2_000))
    const goOn = freezeDatabase(installation.dataDir)
    try {
      await expectFrozen()
    } finally {
      goOn()
    }
    const answered = async () => (await get(application, '/v1/events?limit=1')).status
    await until(answered, (status) => status === 200, { timeoutMs: 60_000 })
  }
}

// Only Linux distinguishes the processes of a database here.
test.skipIf(process.platform !== 'linux')(
  `with a database that hangs, calls answer 503 in time and nothing is lost (NANI_CRASH_SEED=${seed})`,
  { timeout: 400_000 },
  async () => {
    const met = await runTrial(installation, freezeOver)
    expect([...met.keys()].filter((outcome) => !/^(20[02]|409|50[03])\b/.test(outcome))).toEqual([])
    const ready = () => askHealth(installation, '/readyz')
    await until(ready, ({ status }) => status === 200, { timeoutMs: 30_000 })
    await neighbour.expectUnharmed()
  },
)
