import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import { asynchronously, finishedJob, validate } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { withOwnRegister } from '../installation/own-register.ts'
import { databaseOf } from '../installation/second-process.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'

const dataDir = withOwnRegister(newDataDir())
const workerDir = newDataDir()
let api: Installation
let worker: Installation | undefined
beforeAll(async () => {
  api = await startInstallation(dataDir, { NANI_ROLE: 'api' })
})
afterAll(async () => {
  if (worker) await removeInstallation(workerDir, worker)
  await removeInstallation(dataDir, api)
})

/** The TCP ports on which a process listens. */
const portsOf = (pid: number): number[] => {
  const descriptors = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })
  const sockets = new Set(descriptors.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === '0A' && sockets.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
}

test('an api process takes calls, and a worker performs their jobs with no port but that of its health', async () => {
  const { sandbox } = api.demo
  expect((await validate(sandbox, '0001')).status).toBe(200)
  const accepted = await validate(sandbox, '0001', {}, asynchronously)
  expect(accepted.status).toBe(202)
  // A process that performs jobs would complete it during these calls: it takes a job within milliseconds of its commit.
  for (let call = 0; call < 30; call++) expect((await validate(sandbox, '0001')).status).toBe(200)
  expect((await get<Job>(sandbox, `/v1/jobs/${accepted.json.id}`)).json.status).toBe('pending')
  worker = await startInstallation(
    workerDir,
    { ...databaseOf(dataDir), NANI_ROLE: 'worker', NANI_METRICS_PORT: '0' },
    { demo: false },
  )
  expect((await finishedJob(sandbox, accepted.json.id)).status).toBe('completed')
  const [port, ...others] = portsOf(worker.pid)
  expect(others).toEqual([])
  for (const path of ['livez', 'readyz', 'metrics'])
    expect((await fetchPlainly(`http://127.0.0.1:${port}/${path}`)).status, path).toBe(200)
})
