import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { databaseProcesses } from '../installation/start-installation.ts'
import { followEvents } from './event-follower.ts'
import { startLoad } from './load.ts'
import { type MortalInstallation, mortalInstallation } from './mortal-installation.ts'
import { expectReplays, reckon } from './reckoning.ts'
import { kills, type SeededRandom, seed, seededRandom } from './seeded-random.ts'

const timeoutMs = 180_000 + kills * 15_000

let installation: MortalInstallation
let application: Credentials

beforeAll(async () => {
  installation = await mortalInstallation()
  await installation.start()
  application = await installation.createApplication()
})

afterAll(() => installation.remove())

/** Mostly too short for what a dead process left to be taken over, sometimes long enough. */
const lifeMs = (random: SeededRandom) =>
  random.chance(0.12) ? random.between(6_000, 9_000) : random.between(0, 1_300)

/** Kills the server, every other time with its database, and now and then once more while it starts. */
const killOver = async (random: SeededRandom): Promise<number> => {
  let killed = 0
  while (killed < kills) {
    await delay(lifeMs(random))
    await installation.kill({ database: killed % 2 === 1 })
    killed++
    if (random.chance(0.15) && killed < kills) {
      await installation.startAndDie(random.between(50, 1_800))
      killed++
    }
    await installation.start()
  }
  return killed
}

test(`killed ${kills} times at random moments, it keeps what it promised (NANI_CRASH_SEED=${seed})`, {
  timeout: timeoutMs,
}, async () => {
  console.info(`NANI_CRASH_SEED=${seed} NANI_CRASH_KILLS=${kills}`)
  const load = startLoad(application, seededRandom('load'))
  const follower = followEvents(application)
  expect(await killOver(seededRandom('kills'))).toBe(kills)
  const accepted = await load.finish()
  console.info(`accepted ${accepted.length}; met ${JSON.stringify(Object.fromEntries(load.met))}`)

  const events = await reckon(installation.dataDir, application, accepted)
  expect((await follower.finish()).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  await expectReplays(application, accepted)
  expect(databaseProcesses(installation.dataDir)).toHaveLength(1)
})
