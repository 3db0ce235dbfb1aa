import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { askHealth } from './health.ts'
import { createNeighbour } from './neighbour.ts'
import { type SeededRandom, seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

const sizeMb = 300

let installation: CrashableInstallation
let neighbour: Awaited<ReturnType<typeof createNeighbour>>
let isMounted = false

/** A file system of its own, so that only this installation meets the full disk. */
const mountSmallDisk = (directory: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0755`, 'tmpfs', directory], {
      stdio: 'pipe',
    })
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  installation = await crashableInstallation()
  isMounted = mountSmallDisk(installation.dataDir)
  if (!isMounted) return
  await installation.start()
  neighbour = await createNeighbour(installation)
})
afterAll(async () => {
  if (isMounted) {
    await installation.running().stop()
    execFileSync('umount', [installation.dataDir])
  }
  await installation.remove()
})

/** Fills the disk. Returns a function that frees it. */
const fillDisk = (): (() => void) => {
  const filling = join(installation.dataDir, 'filling')
  try {
    const { bavail, bsize } = statfsSync(installation.dataDir)
    execFileSync('fallocate', ['-l', String(bavail * bsize), filling], { stdio: 'pipe' })
  } catch {
    // The database took some of it meanwhile. What is left is taken below.
  }
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=64k', 'oflag=append', 'conv=notrunc'], {
      stdio: 'pipe',
    })
  } catch {
    // It ends when nothing is left.
  }
  return () => rmSync(filling, { force: true })
}

const fillOver = async (application: Credentials, random: SeededRandom): Promise<void> => {
  await delay(random.between(1_000, 3_000))
  const freeDisk = fillDisk()
  try {
    const unready = await until(
      () => askHealth(installation, '/readyz'),
      ({ status }) => status === 503,
      { everyMs: 200, timeoutMs: 15_000 },
    )
    expect(unready.notReady).toContain('database')
    expect((await askHealth(installation, '/livez')).status).toBe(200)
    const call = async () => (await neighbour.call()).status
    await until(call, (status) => status === 503, { everyMs: 200, timeoutMs: 30_000 })
    // It stays so for as long as the disk is full.
    await delay(3_000)
    expect((await askHealth(installation, '/readyz')).status).toBe(503)
  } finally {
    freeDisk()
  }
  const answered = async () => (await get(application, '/v1/events?limit=1')).status
  await until(answered, (status) => status === 200, { timeoutMs: 60_000 })
}

test(`with a full disk, calls return 503 and no accepted work is lost (NANI_CRASH_SEED=${seed})`, {
  timeout: 400_000,
}, async ({ skip }) => {
  if (!isMounted) skip('This machine does not allow the test to mount a file system: run it as root.')
  const met = await runTrial(installation, fillOver)
  expect([...met.keys()].filter((outcome) => !/^(20[02]|409|50[03])\b/.test(outcome))).toEqual([])
  const ready = () => askHealth(installation, '/readyz')
  await until(ready, ({ status }) => status === 200, { timeoutMs: 60_000 })
  await neighbour.expectUnharmed()
})
