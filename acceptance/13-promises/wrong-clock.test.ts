import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { singlePath, until, validate } from '../client/kyc.ts'
import { fetchPlainly } from '../client/transport.ts'
import { databaseOf, startSecondProcess } from '../installation/second-process.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startRefused,
} from '../installation/start-installation.ts'
import { wrongClock } from '../installation/wrong-clock.ts'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

const dayMs = 86_400_000
const shiftMs = 500 * dayMs

let installation: CrashableInstallation
const ownDataDir = newDataDir()
let second: Installation | undefined

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
})

afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
  await installation.remove()
})

const freePorts = { NANI_SANDBOX_PORT: '0', NANI_PRODUCTION_PORT: '0' }

const expectRefused = async (dataDir: string, environment: NodeJS.ProcessEnv) => {
  const { code, output } = await startRefused(dataDir, { ...freePorts, ...environment })
  expect(output).toMatch(/The clock of this process .* and the clock of the database .* differ by \d+ s/)
  expect(output).not.toContain('Nani is ready')
  expect(code).toBe(1)
}

test(`a process whose clock is 500 days wrong does not start, and no work is lost (NANI_CRASH_SEED=${seed})`, {
  timeout: 420_000,
}, async () => {
  const before = await installation.createApplication()
  const kept = await validate(before, '0001')
  await runTrial(installation, async () => {
    const database = databaseOf(installation.dataDir)
    for (const ms of [shiftMs, -shiftMs])
      await expectRefused(newDataDir(), { ...database, ...wrongClock(ms) })
    await installation.running().stop()
    await expectRefused(installation.dataDir, wrongClock(shiftMs))
    await installation.start()
  })
  expect((await get(before, `${singlePath}/${kept.json.id}`)).status).toBe(200)
})

// In plain: no signature is verified against a clock that is wrong.
const refused = { status: 503, json: { error: 'overloaded', retry_after: 5 } }

const readiness = async (process: Installation) => {
  const { status, body } = await fetchPlainly(`${process.demo.sandbox.base_url}/readyz`)
  return { status, body: JSON.parse(body.toString('utf8')) as { not_ready?: string[] } }
}

test(`a process whose clock is set while it runs accepts no call until it is right; the other one serves (NANI_CRASH_SEED=${seed})`, {
  timeout: 420_000,
}, async () => {
  const file = join(newDataDir(), 'shifted')
  second = await startSecondProcess(installation.dataDir, ownDataDir, wrongClock(shiftMs, file))
  const started = second
  const application = await installation.createApplication()
  const there: Credentials = { ...application, base_url: started.demo.sandbox.base_url }
  expect((await validate(there, '0001')).status).toBe(200)

  const met = await runTrial(installation, async () => {
    writeFileSync(file, '')
    await until(
      () => validate(there, '0001'),
      ({ status }) => status === 503,
      { timeoutMs: 5_000 },
    )
    const shifted = String(Math.floor((Date.now() + shiftMs) / 1000))
    expect(await validate(there, '0001', {}, { timestamp: shifted })).toMatchObject(refused)
    await until(
      () => readiness(started),
      ({ status }) => status === 503,
    )
    await until(
      async () => started.output(),
      (output) => /clock: .*differ by 43200000 s.*Calls are refused/.test(output),
    )
    for (let call = 0; call < 20; call++) {
      expect(await validate(there, '0001')).toMatchObject(refused)
      expect((await validate(application, '0001')).status).toBe(200)
    }
    rmSync(file)
    await until(
      () => validate(there, '0001'),
      ({ status }) => status === 200,
      { timeoutMs: 30_000 },
    )
    expect(started.output()).toMatch(/clock: .*agree again/)
    expect(existsSync(file)).toBe(false)
  })
  // All load went to the process with the correct clock.
  expect([...met.keys()].filter((outcome) => !/^(20[02]|409)\b/.test(outcome))).toEqual([])
  expect((await readiness(started)).status).toBe(200)
})
