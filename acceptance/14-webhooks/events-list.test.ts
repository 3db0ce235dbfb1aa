import { beforeAll, expect, inject, test } from 'vitest'
import { type CallOptions, get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, finishedJob, kycRequest, singlePath } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import type { WebhookEvent } from './receiver.ts'

const dataDir = inject('dataDir')
const jobs = 6

type EventsList = { object: string; data: WebhookEvent[]; next_cursor: string | null }

let application: Credentials
let stranger: Credentials
const list = (query = '', options?: CallOptions, caller = application) =>
  get<EventsList>(caller, `/v1/events${query}`, options)
const idsIn = ({ json }: { json: EventsList }) => json.data.map(({ id }) => id)

const runJob = async (caller: Credentials) => {
  const { json } = await post<Job>(caller, singlePath, kycRequest('0001', { scopes: [] }), asynchronously)
  return finishedJob(caller, json.id)
}

beforeAll(async () => {
  // The tests of this file may follow each other within a second.
  application = await createApplication(dataDir, { burst: 1_000 })
  stranger = await createApplication(dataDir)
  for (let count = 0; count < jobs; count++) await runJob(application)
  await runJob(stranger)
})

test('every event is returned once and in order, page after page', async () => {
  const all = await list()
  expect(all.json).toMatchObject({ object: 'list', next_cursor: all.json.data.at(-1)?.id })
  expect(new Set(idsIn(all)).size).toBe(2 * jobs)
  const times = all.json.data.map(({ created_at }) => Date.parse(created_at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  for (const limit of [1, 5, 12, 500]) {
    const paged: string[] = []
    for (let after = ''; ; ) {
      const page = await list(`?limit=${limit}${after}`)
      expect(page.json.data.length).toBeLessThanOrEqual(limit)
      paged.push(...idsIn(page))
      if (page.json.data.length === 0) break
      after = `&after=${page.json.next_cursor}`
    }
    expect(paged).toEqual(idsIn(all))
  }
})

test('the cursor of an empty page stays, and leads to what happens next', async () => {
  const caller = await createApplication(dataDir)
  expect((await list('', {}, caller)).json).toEqual({ object: 'list', data: [], next_cursor: null })
  expect((await list('?after=latest', {}, caller)).json).toMatchObject({ data: [], next_cursor: null })
  await runJob(caller)
  const latest = await list('?after=latest', {}, caller)
  const last = idsIn(await list('', {}, caller)).at(-1)
  expect(latest.json).toEqual({ object: 'list', data: [], next_cursor: last })
  expect((await list(`?after=${last}`, {}, caller)).json).toEqual(latest.json)
  const job = await runJob(caller)
  const next = await list(`?after=${last}`, {}, caller)
  expect(next.json.data.map(({ data }) => data.object.id)).toEqual([job.id, job.id])
})

test.each(['0', '501', '-1', '1.5', 'ten', ''])('limit %j is invalid_request', async (limit) => {
  expectRefusal(await list(`?limit=${limit}`), 'invalid_request', { context: { field: 'limit' } })
})

test.each(['', 'nonsense', 'evt_01KJQCCTY0B1F2GR7V5Q0WDX9N', '%00', 'A'.repeat(3000), 'job_1'])(
  'after %j is invalid_request',
  async (after) => {
    expectRefusal(await list(`?after=${after}`), 'invalid_request', { context: { field: 'after' } })
  },
)

test('another application’s events are neither listed nor a place to begin', async () => {
  const [foreign] = idsIn(await list('', {}, stranger))
  expect(idsIn(await list())).not.toContain(foreign)
  expectRefusal(await list(`?after=${foreign}`), 'invalid_request', { context: { field: 'after' } })
})

test('the list is signed and encrypted as every call', async () => {
  expect((await list()).encrypted).toBe(true)
  const unsigned = await fetchPlainly(`${application.base_url}/v1/events`)
  expect({ status: unsigned.status, error: JSON.parse(unsigned.body.toString()).error }).toEqual({
    status: 401,
    error: 'authentication_required',
  })
  const forged = await list('', { headers: { 'X-SVC-Signature': '0'.repeat(64) } })
  expectRefusal(forged, 'invalid_signature', { encrypted: false })
})
