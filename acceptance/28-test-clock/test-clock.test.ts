import { randomUUID } from 'node:crypto'
import { beforeEach, expect, inject, test } from 'vitest'
import { person, screen } from '../15-aml-screening/screening.ts'
import { get, post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  everyItem,
  finishedBatch,
  finishedJob,
  sandboxPerson,
  withoutLinks,
} from '../client/kyc.ts'
import type { Batch, FileLink, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import { type Clock, clockPath, dayMs, moveClock, near, resetClock } from './clock.ts'

const demo = inject('demo')
const dataDir = inject('dataDir')

type Result = { id: string; created_at: string; kyc: { basic: { age: number } } }

let application: Credentials
beforeEach(async () => {
  application = await createApplication(dataDir, { services: ['kyc_validation', 'fraud_reporting'] })
})

const move = (body: Record<string, unknown>, of = application) => moveClock(of, body)
const request = { identifier: sandboxPerson('0001'), purpose: 'customer_onboarding' }
const validate = (of = application) => post<Result>(of, '/v1/kyc/validations', request)
const aheadOf = ({ now, real_now }: Clock) => Date.parse(now) - Date.parse(real_now)

test('it moves by a duration or to a time, forwards only and at most ten years', async () => {
  const { json: before } = await get<Clock>(application, clockPath)
  expect(before).toMatchObject({ object: 'test_clock', moved: false })
  expect(aheadOf(before)).toBe(0)

  const { json: moved } = await move({ advance: 'P30D' })
  expect(moved.moved).toBe(true)
  expect(aheadOf(moved)).toBe(30 * dayMs)
  const later = new Date(Date.now() + 60 * dayMs).toISOString()
  expect(near((await move({ now: later })).json.now, Date.parse(later))).toBe(true)
  expect(near((await get<Clock>(application, clockPath)).json.now, Date.parse(later))).toBe(true)

  for (const body of [
    { now: new Date().toISOString() },
    { advance: 'P11Y' },
    { advance: '-P1D' },
    { advance: 'P' },
    { advance: 'soon' },
    { now: '2027-02-30' },
    { now: '2031-02-30T00:00:00Z' },
    {},
    { advance: 'P1D', now: later },
  ])
    expectRefusal(await move(body), 'invalid_request')
  expect(near((await get<Clock>(application, clockPath)).json.now, Date.parse(later))).toBe(true)
})

test('a retry with the same key moves it once', async () => {
  const options = { idempotencyKey: randomUUID() }
  const first = await post<Clock>(application, clockPath, { advance: 'P1D' }, options)
  const again = await post<Clock>(application, clockPath, { advance: 'P1D' }, options)

  expect(again.json).toEqual(first.json)
  expect(aheadOf((await get<Clock>(application, clockPath)).json)).toBe(dayMs)
})

test('ages and results follow it and say so; another application stays in the present', async () => {
  const other = await createApplication(dataDir)
  const { json: now, headers } = await validate()
  expect(headers['nani-test-clock']).toBeUndefined()

  await move({ advance: 'P5Y' })

  const later = await validate()
  expect(later.json.kyc.basic.age).toBe(now.kyc.basic.age + 5)
  expect(Date.parse(later.json.created_at) - Date.parse(now.created_at)).toBeGreaterThan(
    5 * 365 * dayMs - dayMs,
  )
  expect(later.headers['nani-test-clock']).toMatch(/^\d{4}-\d\d-\d\dT/)
  const again = await get<Result>(application, `/v1/kyc/validations/${later.json.id}`)
  expect(withoutLinks(again.json)).toEqual(withoutLinks(later.json))
  const present = await validate(other)
  expect(present.json.kyc.basic.age).toBe(now.kyc.basic.age)
  expect(near(present.json.created_at, Date.now())).toBe(true)
  expect(present.headers['nani-test-clock']).toBeUndefined()
})

test('results, jobs, events and receipts end after thirty days of its time', async () => {
  const { json: result } = await validate()
  const accepted = await post<{ id: string }>(application, '/v1/kyc/validations', request, asynchronously)
  const job = await finishedJob<Result>(application, accepted.json.id)
  await move({ advance: 'P29D' })
  expect((await get(application, `/v1/kyc/validations/${result.id}`)).status).toBe(200)
  expect((await get(application, `/v1/jobs/${job.id}`)).status).toBe(200)
  const { json: second } = await validate()
  const events = async () => {
    const { json } = await get<{ data: { data: { object: { id: string } } }[] }>(application, '/v1/events')
    return json.data.map(({ data }) => data.object.id)
  }
  expect(await events()).toContain(job.id)

  await move({ advance: 'P2D' })

  expectRefusal(await get(application, `/v1/kyc/validations/${result.id}`), 'not_found')
  expectRefusal(await get(application, `/v1/kyc/validations/${result.id}/receipt`), 'not_found')
  expectRefusal(await get(application, `/v1/jobs/${job.id}`), 'job_not_found')
  expect(await events()).not.toContain(job.id)
  expect((await get(application, `/v1/kyc/validations/${second.id}`)).status).toBe(200)
})

test('a job under a moved clock has its time, and so have its events', async () => {
  await move({ advance: 'P100D' })
  const accepted = await post<{ id: string }>(application, '/v1/kyc/validations', request, asynchronously)
  const job = await finishedJob<Result>(application, accepted.json.id)
  const { json } = await get<{ data: { created_at: string; data: { object: { id: string } } }[] }>(
    application,
    '/v1/events',
  )
  const events = json.data.filter(({ data }) => data.object.id === job.id)

  expect(events).toHaveLength(2)
  const times = [job.created_at, job.result?.created_at, ...events.map((event) => event.created_at)]
  for (const time of times) expect(near(time ?? '', Date.now() + 100 * dayMs)).toBe(true)
})

test('the entry behind a hit ends with its screening', async () => {
  const own = await createApplication(dataDir, { services: ['aml_screening'] })
  const { json } = await screen(own, person('0009'), { checks: ['sanctions'] })
  const hit = `/v1/aml/screenings/${json.id}/hits/0`
  await move({ advance: 'P29D' }, own)
  expect((await get(own, hit)).status).toBe(200)

  await move({ advance: 'P2D' }, own)

  expectRefusal(await get(own, hit), 'not_found')
})

test('DELETE returns to the present, and removes what the application made', async () => {
  const { json: result } = await validate()
  await move({ advance: 'P1Y' })

  const { status, json } = await resetClock(application)

  expect({ status, moved: json.moved, ahead: aheadOf(json) }).toEqual({ status: 200, moved: false, ahead: 0 })
  expectRefusal(await get(application, `/v1/kyc/validations/${result.id}`), 'not_found')
  expect(near((await validate()).json.created_at, Date.now())).toBe(true)
})

test('production has no such clock', async () => {
  for (const method of ['GET', 'DELETE'])
    expectRefusal(await send(demo.production, signedRequest(demo.production, method, clockPath)), 'not_found')
  expectRefusal(await move({ advance: 'P1D' }, demo.production), 'not_found')
})

test('timestamps and nonces stay in real time', async () => {
  await move({ advance: 'P1Y' })

  expect((await validate()).status).toBe(200)
  const timestamp = String(Math.floor(Date.now() / 1000) + 31_536_000)
  const answer = await post(application, '/v1/kyc/validations', request, { timestamp })
  expectRefusal(answer, 'timestamp_out_of_window', { encrypted: false })
})

test('a batch under a moved clock has its time, from its acceptance to its end', async () => {
  await move({ advance: 'P100D' })
  const body = {
    ...{ purpose: request.purpose },
    items: [{ identifier: request.identifier, reference: 'one' }],
  }
  const accepted = await post<Batch>(application, '/v1/kyc/validations/batches', body, asynchronously)
  expect(accepted.status).toBe(202)

  const ended = await finishedBatch(application, accepted.json.id)

  const expectedMs = Date.now() + 100 * dayMs
  expect(near(ended.created_at, expectedMs)).toBe(true)
  expect(near(ended.completed_at ?? '', expectedMs)).toBe(true)
  const [item] = await everyItem<Result>(application, ended.id)
  expect(near(item?.result?.created_at ?? '', expectedMs)).toBe(true)
  await move({ advance: 'P31D' })
  expectRefusal(await get(application, `/v1/batches/${ended.id}`), 'batch_not_found')
})

test('without a key no one reads or moves a clock', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await fetch(application.base_url + clockPath, { method })
    expect(answer.status).toBe(401)
  }
})

test('a signed link ends after five minutes of its time', async () => {
  const withFiles = await createApplication(dataDir)
  await move({ advance: 'P1Y' }, withFiles)
  const { json } = await post<KycValidation>(withFiles, '/v1/kyc/validations', {
    ...request,
    document_delivery: 'signed_url',
  })
  const { url } = json.kyc.biometrics.selfie!.file as FileLink
  expect((await fetchPlainly(url)).status).toBe(200)

  await move({ advance: 'PT6M' }, withFiles)

  expect((await fetchPlainly(url)).status).not.toBe(200)
})
