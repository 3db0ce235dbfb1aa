import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { kills, type SeededRandom, seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

let installation: CrashableInstallation

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
})

afterAll(() => installation.remove())

/** Mostly too short for what a dead process left to be taken over, sometimes long enough. */
const lifeMs = (random: SeededRandom) =>
  random.chance(0.12) ? random.between(6_000, 9_000) : random.between(0, 1_300)

/** Kills the server, every other time with its database, and now and then once more while it starts. */
const killOver = async (random: SeededRandom): Promise<void> => {
  for (let killed = 0; killed < kills; killed++) {
    await delay(lifeMs(random))
    await installation.kill({ database: killed % 2 === 1 })
    if (random.chance(0.15) && ++killed < kills) await installation.startAndDie(random.between(50, 1_800))
    await installation.start()
  }
}

test(`killed ${kills} times at random moments, it keeps what it promised (NANI_CRASH_SEED=${seed})`, {
  timeout: 240_000 + kills * 15_000,
}, async () => {
  await runTrial(installation, (_, random) => killOver(random), { spends: true })
})
