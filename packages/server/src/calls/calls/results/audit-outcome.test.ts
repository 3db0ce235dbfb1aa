import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchesPath, batchItems } from '../../../testing/batch.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { acceptAuditEntries, refuseAuditEntries } from '../../../testing/refused-audit.ts'

let modes: Modes
let refusing = false
beforeAll(async () => {
  modes = await startModes()
})
afterEach(() => accept())
afterAll(() => modes.stop())

const refuse = async () => {
  await refuseAuditEntries(modes.database.pool)
  refusing = true
}
const accept = async () => {
  if (refusing) await acceptAuditEntries(modes.database.pool)
  refusing = false
}

const newApplication = () => modes.admitApplication(testApplication())
const single = '/v1/kyc/validations'
const batch = {
  target: batchesPath,
  body: { purpose: 'customer_onboarding', scopes: [], items: batchItems(2) },
}

/** An application with a result, a finished job and a finished batch. */
const withHistory = async () => {
  const application = newApplication()
  const idempotencyKey = randomUUID()
  const result = await modes.call(application, { body: kycBody(), idempotencyKey })
  const job = await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
  const accepted = await modes.call(application, { ...batch, prefer: 'respond-async' })
  await modes.runJobs()
  await modes.runChunks()
  const replay = () => modes.call(application, { body: kycBody(), idempotencyKey })
  const get = (target: string) => () => modes.get(application, target)
  const reads = {
    result: get(`${single}/${result.json.id}`),
    job: get(`/v1/jobs/${job.json.id}`),
    batch: get(`/v1/batches/${accepted.json.id}`),
    page: get(`/v1/batches/${accepted.json.id}/results`),
    events: get('/v1/events'),
    replay,
  }
  return { application, resultId: result.json.id as string, reads }
}

const entryOf = async (application: Application, requestId: unknown) =>
  modes.audited(application, `request_id = '${requestId}'`)

describe('a read', () => {
  test.each(['result', 'job', 'batch', 'page', 'events', 'replay'] as const)(
    'of a %s that cannot be audited is 503 and discloses nothing, and works afterwards',
    async (name) => {
      const { reads, resultId } = await withHistory()
      await refuse()
      const refused = await reads[name]()
      expect([refused.status, refused.json.error, refused.encrypted]).toEqual([503, 'overloaded', true])
      expect(refused.headers['retry-after']).toBe('1')
      expect(Object.keys(refused.json).sort()).toEqual(['error', 'message', 'request_id', 'retry_after'])
      expect(refused.text).not.toContain(resultId)
      await accept()
      expect((await reads[name]()).status).toBe(200)
    },
  )

  test.each([
    ['result', 1],
    ['job', 1],
    ['batch', 0],
    ['page', 2],
    // The result of the job; a batch carries none.
    ['events', 1],
    ['replay', 1],
  ] as const)('of a %s is audited by the time it is answered, with its %i results', async (name, results) => {
    const { application, reads } = await withHistory()
    const answered = await reads[name]()
    const entries = await entryOf(application, answered.headers['x-request-id'])
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ http_status: 200, result_id: null })
    expect(new Set(entries[0]?.read_ids).size).toBe(results)
  })

  test('shares a statement with others of its application', async () => {
    const { application, reads } = await withHistory()
    const before = await modes.count('audit_entries', application)
    const answered = await Promise.all(Array.from({ length: 40 }, () => reads.result()))
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
    expect(await modes.count('audit_entries', application)).toBe(before + 40)
    const { rows } = await modes.database.pool.query<{ transactions: number }>(
      `select count(distinct xmin::text)::int as transactions from audit_entries
       where application_id = $1 and method = 'GET'`,
      [application.applicationId],
    )
    expect(rows[0]?.transactions).toBeLessThan(40)
  })
})

describe('accepted work', () => {
  test.each([
    ['a job', 'jobs', { body: kycBody(), prefer: 'respond-async' }],
    ['a batch', 'batches', { ...batch, prefer: 'respond-async' }],
    ['a synchronous batch', 'results', batch],
  ])('%s that cannot be audited is not accepted', async (_name, table, call) => {
    const application = newApplication()
    await refuse()
    const refused = await modes.call(application, call)
    expect([refused.status, refused.json.error]).toEqual([503, 'overloaded'])
    expect(await modes.count(table, application)).toBe(0)
    await accept()
    const accepted = await modes.call(application, call)
    expect(accepted.status).toBeLessThan(300)
    const entries = await entryOf(application, accepted.headers['x-request-id'])
    expect(entries.filter(({ result_id }) => result_id === null)).toMatchObject([
      { method: 'POST', http_status: accepted.status },
    ])
  })

  test('cancelling is audited in its own transaction', async () => {
    const application = newApplication()
    const accepted = await modes.call(application, { ...batch, prefer: 'respond-async' })
    const cancel = () => modes.call(application, { target: `/v1/batches/${accepted.json.id}/cancel` })
    await refuse()
    expect((await cancel()).status).toBe(503)
    await accept()
    expect(await modes.count('batches', application, 'cancelled_at is not null')).toBe(0)
    const cancelled = await cancel()
    expect(await entryOf(application, cancelled.headers['x-request-id'])).toHaveLength(1)
    modes.tasks.chunks.length = 0
  })
})

test('a refusal is answered although it cannot be audited: it discloses nothing', async () => {
  const application = newApplication()
  await refuse()
  const refused = await modes.get(application, `${single}/kyc_01KJQCCTY0B1F2GR7V5Q0WDX9N`)
  expect([refused.status, refused.json.error]).toEqual([404, 'not_found'])
})
