import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { isAlive } from '../installation/start-installation.ts'
import { type CrashableInstallation, crashableInstallation, killDatabase } from './crashable-installation.ts'
import { kills, type SeededRandom, seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

const databaseKills = Math.ceil(kills / 3)

let installation: CrashableInstallation

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
})

afterAll(() => installation.remove())

/** Kills the database at random moments, now and then while it recovers from the last time. */
const killOver = async (application: Credentials, random: SeededRandom): Promise<void> => {
  const answered = async () => (await get(application, '/v1/events?limit=1')).status
  for (let killed = 0; killed < databaseKills; killed++) {
    await delay(random.between(0, 1_500))
    killDatabase(installation.dataDir, { backends: killed % 2 === 0 })
    const isLast = killed === databaseKills - 1
    if (!isLast && random.chance(0.3)) continue
    await until(answered, (status) => status === 200, { timeoutMs: 60_000 })
  }
}

test(`with its database killed ${databaseKills} times a running server keeps what it promised (NANI_CRASH_SEED=${seed})`, {
  timeout: 240_000 + databaseKills * 15_000,
}, async () => {
  const met = await runTrial(installation, killOver, { spends: true })
  // Callers saw 503 or 500 and could send it again; never a broken connection, never another refusal.
  expect([...met.keys()].filter((outcome) => !/^(20[02]|409|50[03])\b/.test(outcome))).toEqual([])
  expect(isAlive(installation.running().pid)).toBe(true)
})
