import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { databaseProcesses } from '../installation/start-installation.ts'
import { followEvents } from './event-follower.ts'
import { startLoad } from './load.ts'
import { killDatabase, type MortalInstallation, mortalInstallation } from './mortal-installation.ts'
import { expectReplays, reckon } from './reckoning.ts'
import { kills, type SeededRandom, seed, seededRandom } from './seeded-random.ts'

const databaseKills = Math.ceil(kills / 3)
const timeoutMs = 180_000 + databaseKills * 15_000

let installation: MortalInstallation
let application: Credentials

beforeAll(async () => {
  installation = await mortalInstallation()
  await installation.start()
  application = await installation.createApplication()
})

afterAll(() => installation.remove())

/** Kills the database at random moments, now and then while it recovers from the last time. */
const killOver = async (random: SeededRandom): Promise<void> => {
  for (let killed = 0; killed < databaseKills; killed++) {
    await delay(random.between(0, 1_500))
    killDatabase(installation.dataDir)
    if (random.chance(0.3)) continue
    await until(answered, (status) => status === 200, { timeoutMs: 60_000 })
  }
}

const answered = async () => (await get(application, '/v1/events?limit=1')).status

test(`with the database killed ${databaseKills} times under it, a running server keeps what it promised (NANI_CRASH_SEED=${seed})`, {
  timeout: timeoutMs,
}, async () => {
  console.info(`NANI_CRASH_SEED=${seed} NANI_CRASH_KILLS=${kills}`)
  const { pid } = installation.running()
  const load = startLoad(application, seededRandom('load'))
  const follower = followEvents(application)
  await killOver(seededRandom('kills'))
  const accepted = await load.finish()
  console.info(`accepted ${accepted.length}; met ${JSON.stringify(Object.fromEntries(load.met))}`)

  const events = await reckon(installation.dataDir, application, accepted)
  expect((await follower.finish()).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  await expectReplays(application, accepted)
  // The server itself answered all along: callers saw 503 or 500, never a broken connection.
  expect([...load.met.keys()].filter((outcome) => !/^(2|409|50[03])/.test(outcome))).toEqual([])
  expect(installation.running().pid).toBe(pid)
  expect(databaseProcesses(installation.dataDir)).toHaveLength(1)
})
