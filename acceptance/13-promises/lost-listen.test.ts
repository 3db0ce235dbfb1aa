import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { updateApplication } from '../installation/applications.ts'
import { databaseServerOf, onDatabase } from '../installation/database-server.ts'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { createNeighbour } from './neighbour.ts'
import { type SeededRandom, seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

/** Well under the 30 seconds for which an application is remembered without an announcement. */
const pickedUpWithinMs = 12_000

let installation: CrashableInstallation
let neighbour: Awaited<ReturnType<typeof createNeighbour>>

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
  neighbour = await createNeighbour(installation)
})
afterAll(() => installation.remove())

const query = <Row extends object>(text: string): Promise<Row[]> =>
  onDatabase(databaseServerOf(installation.dataDir).app, text)

/** The connections that wait for notifications; each listens to one channel. */
const listeners = "from pg_stat_activity where query like 'listen %' and pid <> pg_backend_pid()"
const listening = async () =>
  (await query<{ pid: number }>(`select pid ${listeners} order by pid`)).map(({ pid }) => pid)

const loseListeners = async (_application: Credentials, random: SeededRandom): Promise<void> => {
  const address = (allowed: string) =>
    updateApplication(installation.dataDir, neighbour.application.application_id, '--allow-ip', allowed)
  const status = async () => (await neighbour.call()).status
  const expectSoon = async (wanted: number) => {
    const startedMs = performance.now()
    await until(status, (now) => now === wanted, { timeoutMs: pickedUpWithinMs, everyMs: 200 })
    expect(performance.now() - startedMs).toBeLessThan(pickedUpWithinMs)
  }
  await delay(random.between(500, 2_000))
  const before = await listening()
  expect(before.length).toBeGreaterThan(0)

  // A change that is announced while no process listens.
  await Promise.all([query(`select pg_terminate_backend(pid) ${listeners}`), address('203.0.113.9')])
  await expectSoon(403)
  // A change that is announced once they listen again, on connections of their own.
  const replaced = async () => (await listening()).filter((pid) => !before.includes(pid)).length
  await until(replaced, (count) => count === before.length, { timeoutMs: 15_000 })
  await address('')
  await expectSoon(200)
}

test(`after the loss of its LISTEN connections it receives changes again, and no work is lost (NANI_CRASH_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  await runTrial(installation, loseListeners)
  await neighbour.expectUnharmed()
})
