import { randomUUID } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { recountOpenWork } from '../../../money/metering/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchesPath, batchItems } from '../../../testing/batch.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { createBatch } from '../batches/create-batch.ts'
import { readBatch } from '../requests/batch-request.ts'
import { validateRequest } from '../requests/validate.ts'
import { createJob } from './jobs.ts'

const maxOpenItems = 100
const unreachable = 'COD-5555-0000-0502'

let modes: Modes
let otherPool: pg.Pool
beforeAll(async () => {
  modes = await startModes({
    maxOpenItems,
    citizens: [testCitizen()],
    beforeRegister: (value) => {
      if (value === unreachable) throw new Refusal('register_unavailable')
    },
  })
  otherPool = openPool(modes.database.url, {
    maxConnections: 10,
    statementTimeoutMs: 10_000,
    onError: () => {},
  })
})
afterAll(async () => {
  await otherPool.end()
  await modes.stop()
})
beforeEach(() => {
  modes.tasks.chunks.length = 0
  modes.tasks.jobs.length = 0
})

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))
const withQuota = (limit: number, period: 'day' | 'month' = 'day') =>
  newApplication({ quotas: new Map([['kyc_validation', { limit, period }]]) })
const { submit, stateOf, allOf } = batchCaller(() => modes)

const offer = (application: Application, list: unknown[]) =>
  modes.call(application, {
    target: batchesPath,
    body: { purpose: 'customer_onboarding', scopes: [], items: list },
    prefer: 'respond-async',
  })
const submitJob = (application: Application, value = 'COD-1111-2222-3333') =>
  modes.call(application, {
    body: kycBody({ identifier: { type: 'svc_id', value } }),
    prefer: 'respond-async',
  })
const openOf = async ({ applicationId }: Application) => {
  const { rows } = await modes.database.pool.query(
    'select open_items, open_jobs from open_work where application_id = $1',
    [applicationId],
  )
  return [rows[0]?.open_items ?? 0, rows[0]?.open_jobs ?? 0]
}
const usedOf = async ({ applicationId }: Application) => {
  const { rows } = await modes.database.pool.query<{ period: string; start: string; used: number }>(
    `select period, period_start as start, used from usage_counters
     where application_id = $1 and service = 'kyc_validation' order by period, period_start`,
    [applicationId],
  )
  return rows.map(({ period, start, used }) => `${period} ${start} ${used}`)
}
/** Each call has a request id of its own: the audit knows it by that. */
const newOrigin = () => ({
  api_key: 'key',
  request_id: `req_${randomUUID()}`,
  client_address: '203.0.113.9',
  method: 'POST',
  path: batchesPath,
})

describe('the bound of open work', () => {
  test('beyond it a batch and a job are rate_limited with retry_after, and leave nothing behind', async () => {
    const application = newApplication()
    await submit(application, batchItems(maxOpenItems))
    for (const reply of [await offer(application, batchItems(1)), await submitJob(application)]) {
      expect([reply.status, reply.json.error]).toEqual([429, 'rate_limited'])
      expect(reply.json.retry_after).toBeGreaterThan(0)
    }
    expect(await openOf(application)).toEqual([maxOpenItems, 0])
    expect(await modes.count('batches', application)).toBe(1)
    expect((await submitJob(newApplication())).status).toBe(202)
  })

  test('a synchronous call is not counted', async () => {
    const application = newApplication()
    await submit(application, batchItems(maxOpenItems))
    expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
  })

  test('is exact when two processes accept 64 at the same time', async () => {
    const application = newApplication()
    const { service, dependencies } = modes
    const processes = [dependencies, { ...dependencies, pool: otherPool }]
    const body = { purpose: 'customer_onboarding', scopes: [], items: batchItems(3) }
    const offers = Array.from({ length: 64 }, async (_, index) => {
      const process = processes[index % 2] as typeof dependencies
      if (index % 4 < 2) {
        const valid = validateRequest(service, kycBody(), application)
        return createJob({ service, application, origin: newOrigin() }, valid, null, process)
      }
      const items = readBatch(service, body, application, 10)
      const invocation = { service, application, origin: newOrigin() }
      return createBatch({ invocation, items, quotes: [] }, null, process)
    })
    const settled = await Promise.allSettled(offers)
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused)).toEqual(new Set(['rate_limited']))
    const [items, jobs] = await openOf(application)
    // Another batch of three did not fit, and no counter differs from its rows.
    expect(items + jobs).toBeGreaterThan(maxOpenItems - 3)
    expect(items + jobs).toBeLessThanOrEqual(maxOpenItems)
    expect(await modes.count('batch_items', application)).toBe(items)
    expect(await modes.count('jobs', application)).toBe(jobs)
  })

  test('work that succeeded, failed or was cancelled is open no more', async () => {
    const application = newApplication()
    const items = batchItems(20)
    for (const index of [3, 4, 5]) items[index]!.identifier.value = unreachable
    await submit(application, items)
    for (const value of ['COD-1111-2222-3333', unreachable]) await submitJob(application, value)
    expect(await openOf(application)).toEqual([20, 2])
    await modes.runChunks()
    await modes.runJobs()
    expect(await openOf(application)).toEqual([0, 0])
    const cancelled = await submit(application, batchItems(30))
    expect(await openOf(application)).toEqual([30, 0])
    await modes.call(application, { target: `/v1/batches/${cancelled}/cancel` })
    expect(await openOf(application)).toEqual([0, 0])
    await modes.runChunks()
    expect(await openOf(application)).toEqual([0, 0])
  })

  test('an item that cannot succeed is not open: it has failed at acceptance', async () => {
    const application = newApplication()
    const items = batchItems(4)
    items[1]!.identifier.value = 'nonsense'
    const batchId = await submit(application, items)
    expect(await openOf(application)).toEqual([3, 0])
    expect(await stateOf(application, batchId)).toMatchObject({ status: 'pending', failed_items: 1 })
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({ succeeded_items: 3, failed_items: 1 })
    expect(await openOf(application)).toEqual([0, 0])
  })

  test('is recounted from the rows', async () => {
    const application = newApplication()
    await submit(application, batchItems(7))
    await submitJob(application)
    await modes.database.pool.query(
      'update open_work set open_items = 55, open_jobs = 44 where application_id = $1',
      [application.applicationId],
    )
    await recountOpenWork(modes.database.pool)
    expect(await openOf(application)).toEqual([7, 1])
  })

  test('accepting waits for no other application', async () => {
    const [busy, other] = [newApplication(), newApplication()]
    await submitJob(busy)
    await submitJob(other)
    const client = await otherPool.connect()
    try {
      await client.query('begin')
      for (const table of ['open_work', 'usage_counters'])
        await client.query(`select from ${table} where application_id = $1 for update`, [busy.applicationId])
      expect((await submitJob(other)).status).toBe(202)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('the quota of accepted work', () => {
  test('is reserved at acceptance, and given back by what fails', async () => {
    const application = withQuota(10)
    const items = batchItems(9)
    for (const index of [0, 1]) items[index]!.identifier.value = unreachable
    await submit(application, items)
    await submitJob(application, unreachable)
    expect(await usedOf(application)).toEqual(['day 2026-03-15 10', 'month 2026-03-01 10'])
    expect((await modes.call(application, { body: kycBody() })).json).toMatchObject({
      error: 'quota_exceeded',
      calls_used: 10,
    })
    expect((await offer(application, batchItems(1))).json.error).toBe('quota_exceeded')
    await modes.runChunks()
    await modes.runJobs()
    expect(await usedOf(application)).toEqual(['day 2026-03-15 7', 'month 2026-03-01 7'])
    expect(await modes.count('call_charges', application)).toBe(7)
    expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
  })

  test('is given back by what is cancelled', async () => {
    const application = withQuota(10, 'month')
    const batchId = await submit(application, batchItems(10))
    await modes.call(application, { target: `/v1/batches/${batchId}/cancel` })
    expect(await usedOf(application)).toEqual(['day 2026-03-15 0', 'month 2026-03-01 0'])
    await modes.runChunks()
    expect(await usedOf(application)).toEqual(['day 2026-03-15 0', 'month 2026-03-01 0'])
  })

  test('items beyond it fail together at acceptance, and none of them is performed', async () => {
    const application = withQuota(7)
    const reply = await offer(application, batchItems(20))
    expect(reply.json).toMatchObject({ status: 'pending', processed_items: 13, failed_items: 13 })
    expect(await openOf(application)).toEqual([7, 0])
    expect(await modes.count('batch_items', application, 'sealed_request is not null')).toBe(7)
    await modes.runChunks()
    const batchId = reply.json.id as string
    expect(await stateOf(application, batchId)).toMatchObject({ succeeded_items: 7, failed_items: 13 })
    const failed = (await allOf(application, batchId, 100)).filter(({ status }) => status === 'failed')
    expect(failed.map(({ reference }) => reference)).toEqual(
      batchItems(20)
        .slice(7)
        .map(({ reference }) => reference),
    )
    for (const { error } of failed) expect(error).toMatchObject({ code: 'quota_exceeded', calls_limit: 7 })
    expect(await usedOf(application)).toEqual(['day 2026-03-15 7', 'month 2026-03-01 7'])
  })

  test('is exact when two processes accept 64 at the same time', async () => {
    const application = withQuota(50)
    const { service, dependencies } = modes
    const processes = [dependencies, { ...dependencies, pool: otherPool }]
    const settled = await Promise.allSettled(
      Array.from({ length: 64 }, async (_, index) => {
        const valid = validateRequest(service, kycBody(), application)
        const process = processes[index % 2] as typeof dependencies
        return createJob({ service, application, origin: newOrigin() }, valid, null, process)
      }),
    )
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 14 }, () => 'quota_exceeded'))
    expect(await usedOf(application)).toEqual(['day 2026-03-15 50', 'month 2026-03-01 50'])
  })

  test('counts in the period of the acceptance, also when the work ends in the next', async () => {
    const application = newApplication()
    const items = batchItems(5)
    items[0]!.identifier.value = unreachable
    await submit(application, items)
    await modes.pass(86_400_000)
    await modes.runChunks()
    const used = await usedOf(application)
    await modes.pass(-86_400_000)
    expect(used).toEqual(['day 2026-03-15 4', 'month 2026-03-01 4'])
  })

  test('of work that an earlier release accepted is counted when the work ends', async () => {
    const application = withQuota(10)
    await submit(application, batchItems(4))
    await submitJob(application)
    for (const statement of [
      'update batches set reserved = false where application_id = $1',
      'update jobs set reserved = false where application_id = $1',
      'delete from usage_counters where application_id = $1',
    ])
      await modes.database.pool.query(statement, [application.applicationId])
    await modes.runChunks()
    await modes.runJobs()
    expect(await usedOf(application)).toEqual(['day 2026-03-15 5', 'month 2026-03-01 5'])
    expect(await openOf(application)).toEqual([0, 0])
  })
})
