import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post } from '../client/call.ts'
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
  validate,
} from '../client/kyc.ts'
import type { Batch, Job } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import { callsUsed } from '../installation/usage.ts'

const maxOpenItems = 12_000
const dataDir = startedDataDir()
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation(dataDir, { NANI_MAX_OPEN_ITEMS: String(maxOpenItems) })
})
afterAll(() => removeInstallation(dataDir, installation))

const submit = (application: Credentials, count: number) =>
  post<Batch>(application, batchPath, batchRequest(batchItems(count)), asynchronously)

test('open work is bounded, and a large batch of one application does not delay another', async () => {
  const large = await createApplication(dataDir, { quota: ['kyc_validation=100000/day'] })
  const small = await createApplication(dataDir)
  const accepted = await submit(large, 10_000)
  expect(accepted.status).toBe(202)
  expectRefusal(await submit(large, 10_000), 'rate_limited', {
    context: { retry_after: expect.any(Number) },
  })
  const [batch, job] = await Promise.all([
    submit(small, 1),
    post<Job>(small, singlePath, kycRequest('0001'), asynchronously),
  ])
  expect(await finishedBatch(small, batch.json.id)).toMatchObject({ status: 'completed' })
  expect(await finishedJob(small, job.json.id)).toMatchObject({ status: 'completed' })
  // Most of the large batch is still to come.
  const large1 = await get<Batch>(large, `/v1/batches/${accepted.json.id}`)
  expect(large1.json.status).toBe('pending')
  expect(large1.json.processed_items).toBeLessThan(9_000)
  expect((await post(large, `/v1/batches/${accepted.json.id}/cancel`, undefined)).status).toBe(200)
  const ended = await finishedBatch(large, accepted.json.id)
  // Cancelled work is no longer open, and its quota is released.
  expect(await callsUsed(dataDir, large, 'kyc_validation')).toBe(ended.succeeded_items)
  const again = await submit(large, 10_000)
  expect(again.status).toBe(202)
  expect((await post(large, `/v1/batches/${again.json.id}/cancel`, undefined)).status).toBe(200)
  await finishedBatch(large, again.json.id)
})

test('an accepted call uses its quota at once, and releases it when it fails', async () => {
  const application = await createApplication(dataDir, { quota: ['kyc_validation=3/day'] })
  const unreachable = kycRequest('0502')
  const jobs = await Promise.all(
    [1, 2, 3].map(() => post<Job>(application, singlePath, unreachable, asynchronously)),
  )
  // A failing job is tried again for more than a second before it fails.
  expectRefusal(await validate(application, '0001'), 'quota_exceeded', { context: { calls_used: 3 } })
  for (const job of jobs)
    expect(await finishedJob(application, job.json.id)).toMatchObject({ status: 'failed' })
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(0)
  expect((await validate(application, '0001')).status).toBe(200)
})
