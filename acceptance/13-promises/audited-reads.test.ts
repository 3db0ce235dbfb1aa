import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  finishedBatch,
  finishedJob,
  kycRequest,
  singlePath,
  until,
} from '../client/kyc.ts'
import type { Batch, Job, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { holdAuditLog, requestsWithoutEntry } from '../installation/audit-log.ts'
import { type CrashableInstallation, crashableInstallation, killDatabase } from './crashable-installation.ts'
import { seed, seededRandom } from './seeded-random.ts'

const readers = 24
const rounds = 3

let installation: CrashableInstallation
let application: Credentials
let reads: Read[]

/** One way to read a result. Returns the status and the id of the request. */
type Read = () => Promise<{ status: number; requestId: string | undefined }>

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
  application = await installation.createApplication()
  reads = await everyRead()
  for (const read of reads) expect((await read()).status).toBe(200)
})

afterAll(() => installation.remove())

const everyRead = async (): Promise<Read[]> => {
  const options = { idempotencyKey: randomUUID() }
  const request = kycRequest('0001', { scopes: ['kyc.biometrics.selfie'] })
  const made = await post<KycValidation>(application, singlePath, request, options)
  expect(made.status).toBe(200)
  const job = await post<Job>(application, singlePath, kycRequest('0001'), asynchronously)
  const batch = await post<Batch>(application, batchPath, batchRequest(batchItems(5)), asynchronously)
  await finishedJob(application, job.json.id)
  await finishedBatch(application, batch.json.id)
  const resultPath = `${singlePath}/${made.json.id}`
  return [
    () => get(application, resultPath),
    () => get(application, `/v1/jobs/${job.json.id}`),
    () => get(application, `/v1/batches/${batch.json.id}/results`),
    () => get(application, '/v1/events'),
    () => post(application, singlePath, request, options),
    readOfFile(resultPath),
  ]
}

/** Fetches a file by a link that is renewed when it has expired. */
const readOfFile = (resultPath: string): Read => {
  let url: string | undefined
  return async () => {
    url ??= (await get<KycValidation>(application, resultPath)).json.kyc?.biometrics?.selfie?.file
      .url as string
    const { status, headers } = await fetchPlainly(url)
    if (status !== 200) url = undefined
    return { status, requestId: headers['x-request-id'] as string | undefined }
  }
}

/** Reads in every way concurrently until stopped, and collects the ids of the answered requests. */
const startReading = () => {
  const answered: string[] = []
  let stopped = false
  const reader = async (read: Read) => {
    while (!stopped) {
      const answer = await read().catch(() => null)
      if (answer === null) return
      if (answer.status === 200) answered.push(answer.requestId as string)
    }
  }
  const running = Array.from({ length: readers }, (_, index) => reader(reads[index % reads.length]!))
  return {
    answered,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

const withoutEntry = (requestIds: readonly string[]) =>
  requestsWithoutEntry(installation.dataDir, application.application_id, requestIds)

test(`every read that was answered before kill -9 is in the audit log (NANI_CRASH_SEED=${seed})`, {
  timeout: 180_000,
}, async () => {
  const random = seededRandom('audited reads')
  for (let round = 0; round < rounds; round++) {
    const reading = startReading()
    // A machine that is busy may answer the first reads late.
    await until(
      async () => reading.answered.length,
      (answered) => answered > 0,
      { everyMs: 10 },
    )
    await delay(random.between(0, 600))
    await installation.kill({ database: false })
    await reading.stop()
    await installation.start()
    expect(reading.answered.length).toBeGreaterThan(0)
    expect(await withoutEntry(reading.answered)).toEqual([])
  }
})

test('while the audit log cannot be written no read is answered', { timeout: 120_000 }, async () => {
  const release = await holdAuditLog(installation.dataDir)
  const reading = startReading()
  // Time in which hundreds of reads were answered before.
  await delay(1_000)
  await installation.kill({ database: false })
  await reading.stop()
  await release()
  await installation.start()
  expect(reading.answered).toEqual([])
})

test('a read that was answered cannot be sent again after the database crashed', {
  timeout: 180_000,
}, async () => {
  const path = '/v1/events?limit=1'
  for (let round = 0; round < rounds; round++) {
    const read = signedRequest(application, 'GET', path)
    expect((await send(application, read)).status).toBe(200)
    killDatabase(installation.dataDir)
    await until(
      async () => (await get(application, path)).status,
      (status) => status === 200,
    )
    const again = await until(
      () => send(application, read),
      ({ status }) => status !== 503,
    )
    expectRefusal(again, 'nonce_reused')
  }
})
