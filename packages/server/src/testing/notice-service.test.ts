import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '../app/description/index.ts'
import { serviceEndpoints } from '../calls/calls/index.ts'
import type { Application } from '../gateway/gateway/index.ts'
import { testApplication } from './application.ts'
import { type Modes, startModes } from './modes.ts'
import { createNoticeService, createNoticeTables, noticeAlias, noticePath } from './notice-service.ts'

let modes: Modes
beforeAll(async () => {
  modes = await startModes({ service: createNoticeService })
  await createNoticeTables(modes.database.pool)
})
afterAll(() => modes.stop())

/** No purpose and no scope is approved: the requests of the service have none. */
const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication({ purposes: new Set(), scopes: new Set(), ...changes }))

const umbrella = { kind: 'lost', text: 'A blue umbrella' }
const post = (application: Application, body: object, more = {}) =>
  modes.call(application, { target: noticePath, body, ...more })
const batchOf = (items: object[], more = {}) => ({
  target: `${noticePath}/batches`,
  body: { items },
  ...more,
})
const asynchronous = { prefer: 'respond-async' } as const

const close = async (application: Application, id: unknown) => {
  await modes.database.pool.query(
    `update notices set status = 'closed' where application_id = $1 and notice_id = $2`,
    [application.applicationId, id],
  )
}
const grantPermit = async ({ applicationId }: Application, permit: string) => {
  await modes.database.pool.query('insert into notice_permits (application_id, permit) values ($1, $2)', [
    applicationId,
    permit,
  ])
}

/** The rows of both effects: the notices, and how many were counted. */
const written = async ({ applicationId }: Application) => {
  const { rows } = await modes.database.pool.query<{ notices: number; counted: number }>(
    `select (select count(*)::integer from notices where application_id = $1) as notices,
       (select coalesce(sum(notices), 0)::integer from notice_counts where application_id = $1) as counted`,
    [applicationId],
  )
  return rows[0]
}

type SentEvent = { type: string; data: { object: Record<string, unknown> } }
const eventsOf = async (application: Application): Promise<SentEvent[]> =>
  (await modes.get(application, '/v1/events')).json.data as SentEvent[]

/** One result in each mode: its id, as the caller learns it. */
const inEachMode: Record<string, (application: Application, item: object) => Promise<unknown>> = {
  single: async (application, item) => (await post(application, item)).json.id,
  job: async (application, item) => {
    const job = (await post(application, item, asynchronous)).json
    await modes.runJobs()
    return ((await modes.get(application, `/v1/jobs/${job.id}`)).json.result as { id: string }).id
  },
  batch: async (application, item) => {
    const { json } = await modes.call(application, batchOf([{ reference: 'a', ...item }]))
    return (json.data as { result: { id: string } }[])[0]?.result.id
  },
  'asynchronous batch': async (application, item) => {
    const { json } = await modes.call(application, batchOf([{ reference: 'a', ...item }], asynchronous))
    await modes.runChunks()
    const page = await modes.get(application, `/v1/batches/${json.id}/results`)
    const [entry] = page.json.data as { reference: string; result: { id: string } }[]
    expect(entry?.reference).toBe('a')
    return entry?.result.id
  },
}
const modesOfCalls = Object.entries(inEachMode)

describe.each(modesOfCalls)('in the mode %s', (_mode, call) => {
  test('both effects are written, the call is counted, and no charge is made', async () => {
    const application = newApplication()
    const id = await call(application, umbrella)
    expect(await written(application)).toEqual({ notices: 1, counted: 1 })
    expect(await modes.count('call_charges', application)).toBe(0)
    expect(await modes.count('usage_counters', application, `period = 'day' and used = 1`)).toBe(1)
    const audited = `result_id = '${id}' and purpose = 'fraud_prevention' and scopes = '{}'`
    expect(await modes.count('audit_entries', application, audited)).toBe(1)
  })

  test('GET returns the current state, for as long as the resource exists', async () => {
    const application = newApplication()
    const id = await call(application, umbrella)
    const first = (await modes.get(application, `${noticePath}/${id}`)).json
    expect(first).toEqual({
      ...{ id, object: 'notice', livemode: false, status: 'received', kind: 'lost', length: 15 },
      created_at: expect.any(String),
    })
    await close(application, id)
    expect((await modes.get(application, `${noticePath}/${id}`)).json).toEqual({ ...first, status: 'closed' })
    expect((await modes.get(newApplication(), `${noticePath}/${id}`)).json.error).toBe('not_found')
  })

  test('the event of the new result is a snapshot', async () => {
    const application = newApplication()
    const id = await call(application, umbrella)
    await close(application, id)
    const created = (await eventsOf(application)).filter(({ type }) => type === 'fraud_report.created')
    expect(created.map(({ data }) => data.object)).toMatchObject([{ id, status: 'received', length: 15 }])
  })

  test('authorise is asked, and a call that it refuses leaves nothing', async () => {
    const application = newApplication()
    await grantPermit(application, 'granted')
    expect(await call(application, { ...umbrella, permit: 'granted' })).toMatch(/^ntc_/)
    expect(await written(application)).toEqual({ notices: 1, counted: 1 })
  })
})

test('a call that authorise refuses is refused before the quota, and leaves nothing', async () => {
  const application = newApplication({
    quotas: new Map([['fraud_reporting', { period: 'day', limit: 0 }]]),
  })
  const reply = await post(application, { ...umbrella, permit: 'unknown' })
  expect([reply.status, reply.json.error]).toEqual([403, 'consent_required'])
  expect((await post(application, umbrella)).json.error).toBe('quota_exceeded')
  expect(await written(application)).toEqual({ notices: 0, counted: 0 })
})

test('an item that authorise refuses fails alone', async () => {
  const application = newApplication()
  const items = [
    { reference: 'a', ...umbrella, permit: 'unknown' },
    { reference: 'b', ...umbrella },
  ]
  const { json } = await modes.call(application, batchOf(items))
  expect(json.data).toMatchObject([
    { reference: 'a', status: 'failed', error: { code: 'consent_required' } },
    { reference: 'b', status: 'succeeded', result: { kind: 'lost' } },
  ])
  expect(await written(application)).toEqual({ notices: 1, counted: 1 })
})

test('accepted work is authorised again when it is performed', async () => {
  const application = newApplication()
  await grantPermit(application, 'revoked later')
  const job = (await post(application, { ...umbrella, permit: 'revoked later' }, asynchronous)).json
  await modes.database.pool.query('delete from notice_permits where application_id = $1', [
    application.applicationId,
  ])
  await modes.runJobs()
  expect((await modes.get(application, `/v1/jobs/${job.id}`)).json).toMatchObject({
    status: 'failed',
    error: { error: 'consent_required' },
  })
  expect((await eventsOf(application)).map(({ type }) => type)).toEqual(['job.failed'])
  expect(await written(application)).toEqual({ notices: 0, counted: 0 })
})

test('a job sends its own event first', async () => {
  const application = newApplication()
  await inEachMode.job?.(application, umbrella)
  const types = (await eventsOf(application)).map(({ type }) => type)
  expect(types).toEqual(['job.completed', 'fraud_report.created'])
})

test('a replay and a job return the first response, and their audit names the resource', async () => {
  const application = newApplication()
  const idempotencyKey = randomUUID()
  const first = await post(application, umbrella, { idempotencyKey })
  await close(application, first.json.id)
  const replay = await post(application, umbrella, { idempotencyKey })
  expect([replay.headers['idempotent-replayed'], replay.json]).toEqual(['true', first.json])
  await modes.audit.drain()
  const read = await modes.audited(application, `result_id is null and method = 'POST'`)
  expect(read.map(({ read_ids: ids }) => ids)).toEqual([[first.json.id]])
})

test('a resource can be read after the retention of results; its job cannot', async () => {
  const other = await startModes({ service: createNoticeService })
  await createNoticeTables(other.database.pool)
  const application = other.admitApplication(testApplication())
  const target = noticePath
  const job = (await other.call(application, { target, body: umbrella, ...asynchronous })).json
  await other.runJobs()
  const { result } = (await other.get(application, `/v1/jobs/${job.id}`)).json
  await other.pass(31 * 86_400_000)
  const { id } = result as { id: string }
  expect((await other.get(application, `${noticePath}/${id}`)).json).toEqual(result)
  expect((await other.get(application, `/v1/jobs/${job.id}`)).json.error).toBe('job_not_found')
  await other.stop()
})

test.each(['ntc_x', 'kyc_01KJQCCTY0B1F2GR7V5Q0WDX9N', 'ntc_01KJQCCTY0B1F2GR7V5Q0WDX9N'])(
  'no resource has the id %s',
  async (id) => {
    expect((await modes.get(newApplication(), `${noticePath}/${id}`)).json.error).toBe('not_found')
  },
)

describe('the alias', () => {
  const postAlias = (application: Application, body: object, more = {}) =>
    modes.call(application, { target: noticeAlias, body, ...more })

  test('sets its value, creates the same resource, and sends the second event', async () => {
    const application = newApplication()
    const { json } = await postAlias(application, { text: 'A blue umbrella' })
    expect(json).toMatchObject({ object: 'notice', kind: 'lost' })
    expect((await modes.get(application, `${noticePath}/${json.id}`)).json).toEqual(json)
    expect((await eventsOf(application)).map(({ type, data }) => [type, data.object.id])).toEqual([
      ['fraud_report.created', json.id],
      ['usurpation_report.status_changed', json.id],
    ])
    expect(await modes.count('notices', application, 'through_alias')).toBe(1)
  })

  test('keeps its path and its second event in a job', async () => {
    const application = newApplication()
    await postAlias(application, { text: 'x', kind: 'lost' }, asynchronous)
    await modes.runJobs()
    expect((await eventsOf(application)).map(({ type }) => type)).toEqual([
      'job.completed',
      'fraud_report.created',
      'usurpation_report.status_changed',
    ])
    expect(await modes.count('notices', application, 'through_alias')).toBe(1)
  })

  test.each([
    ['kind', { text: 'x', kind: 'found' }],
    ['kind', { text: 'x', kind: 7 }],
    ['text', { kind: 'lost' }],
  ])('refuses a wrong %s', async (field, body) => {
    const reply = await postAlias(newApplication(), body)
    expect([reply.status, reply.json.error, reply.json.field]).toEqual([400, 'invalid_request', field])
  })

  test('has no batches and no resources of its own', async () => {
    const application = newApplication()
    const batch = await modes.call(application, { target: `${noticeAlias}/batches`, body: { items: [] } })
    expect(batch.json.error).toBe('not_found')
    expect((await modes.get(application, noticeAlias)).json.error).toBe('method_not_allowed')
  })
})

test('the description has the alias and the living resource, and no code about purposes or scopes', async () => {
  const { paths } = await describeApi({
    version: '1',
    addresses: { sandbox: 'http://127.0.0.1', production: 'https://127.0.0.1' },
    helpUrl: 'http://127.0.0.1/guides/',
    services: [modes.service],
    endpoints: serviceEndpoints(modes.service, modes.dependencies),
    plainRoutes: [],
  })
  expect(paths[noticePath]?.post?.requestBody?.content['application/json']?.examples).toHaveProperty('found')
  const alias = paths[noticeAlias]?.post?.requestBody?.content['application/json']
  expect(Object.keys(alias?.examples ?? {})).toEqual(['lost'])
  expect(paths[`${noticePath}/{id}`]?.get?.summary).toBe('Read a notice as it is now')
  const refused = JSON.stringify(paths[noticePath]?.post?.responses['403'])
  expect(refused).toContain('consent_required')
  expect(refused).not.toMatch(/purpose_not_approved|scope_not_granted/)
})
