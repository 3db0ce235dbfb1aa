import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  finishedBatch,
  finishedJob,
  kycRequest,
  sandboxPerson,
  singlePath,
} from '../client/kyc.ts'
import type { Batch, Job } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { callsUsed } from '../installation/usage.ts'
import { applicationWith } from './endpoint.ts'
import { type Receiver, signatureOf, startReceiver, type WebhookEvent } from './receiver.ts'

const dataDir = inject('dataDir')

const business = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' }
const services = {
  kyc_validation: [singlePath, kycRequest('0001', { scopes: [] })],
  age_verification: [
    '/v1/age/verifications',
    { identifier: sandboxPerson('0007'), purpose: 'age_gating', disclosure: 'minimal' },
  ],
  kyb_verification: ['/v1/kyb/verifications', { identifier: business, purpose: 'customer_onboarding' }],
} as const

let receiver: Receiver
let application: Credentials
beforeAll(async () => {
  receiver = await startReceiver()
  application = await applicationWith(dataDir, receiver, { services: Object.keys(services) })
})
afterAll(() => receiver.close())

/** The deliveries about one object, once there are `count` of them. */
const receivedAbout = async (id: string, count: number): Promise<WebhookEvent[]> => {
  const about = () => receiver.deliveries.filter(({ event }) => event.data.object.id === id)
  while (about().length < count) await receiver.arrived(receiver.deliveries.length + 1)
  return about().map(({ event }) => event)
}

const asynchronousJob = async (path: string, request: object): Promise<Job> => {
  const { json, status } = await post<Job>(application, path, request, asynchronously)
  expect(status).toBe(202)
  return finishedJob(application, json.id)
}

const asynchronousBatch = async (items: unknown[]): Promise<Batch> => {
  const { json } = await post<Batch>(application, batchPath, batchRequest(items), asynchronously)
  return finishedBatch(application, json.id)
}

const envelope = (type: string) => ({
  id: expect.stringMatching(/^evt_\w+$/),
  object: 'event',
  type,
  livemode: false,
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
})

test('a delivery is one POST of JSON with the three headers, signed over the raw body', async () => {
  const job = await asynchronousJob(...services.kyc_validation)
  await receivedAbout(job.id, 2)
  for (const delivery of receiver.deliveries.filter(({ event }) => event.data.object.id === job.id)) {
    const { method, path, headers, event, arrivedAtMs } = delivery
    expect({ method, path }).toEqual({ method: 'POST', path: '/hook' })
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['x-svc-webhook-id']).toBe(event.id)
    expect(headers['x-svc-webhook-timestamp']).toMatch(/^\d{10}$/)
    expect(Math.abs(arrivedAtMs / 1000 - Number(headers['x-svc-webhook-timestamp']))).toBeLessThan(300)
    expect(headers['x-svc-webhook-signature']).toBe(signatureOf(delivery, application))
  }
})

test('the events of an asynchronous call carry its trace, with a step of their own', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parentId = '00f067aa0ba902b7'
  const headers = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'vendor=1' }
  const [path, request] = services.kyc_validation
  const { json } = await post<Job>(application, path, request, { ...asynchronously, headers })
  await receivedAbout(json.id, 2)
  const own = receiver.deliveries.filter(({ event }) => event.data.object.id === json.id)
  for (const delivery of own) {
    const [version, trace, step, flags] = String(delivery.headers.traceparent).split('-')
    expect([version, trace, flags, delivery.headers.tracestate]).toEqual(['00', traceId, '01', 'vendor=1'])
    expect(step).toMatch(/^(?!0{16})[0-9a-f]{16}$/)
    expect(step).not.toBe(parentId)
  }
})

describe('a completed job has two events: that of its service, and job.completed', () => {
  test.each(Object.entries(services))('%s', async (service, [path, request]) => {
    const job = await asynchronousJob(path, request)
    const events = await receivedAbout(job.id, 2)
    expect(events.toSorted((a, b) => a.type.length - b.type.length)).toEqual([
      // Both contain exactly the job as polling returns it.
      { ...envelope('job.completed'), data: { object: job } },
      { ...envelope(`${service}.completed`), data: { object: job } },
    ])
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
    expect(job).toMatchObject({ status: 'completed', service, result: { object: service } })
  })
})

test('a failed job has only job.failed, with its error', async () => {
  const job = await asynchronousJob(singlePath, kycRequest('0500', { scopes: [] }))
  expect(await receivedAbout(job.id, 1)).toEqual([{ ...envelope('job.failed'), data: { object: job } }])
  expect(job).toMatchObject({ status: 'failed', error: { error: 'internal_error' } })
})

test('a batch has one event: batch.completed with the summary', async () => {
  const batch = await asynchronousBatch(batchItems(7))
  expect(await receivedAbout(batch.id, 1)).toEqual([
    { ...envelope('batch.completed'), data: { object: batch } },
  ])
  expect(batch).toMatchObject({ status: 'completed', succeeded_items: 7 })
})

test('a batch with a failed item has batch.completed_with_errors', async () => {
  const items = [...batchItems(3), { reference: 'bad', identifier: sandboxPerson('0500') }]
  const batch = await asynchronousBatch(items)
  expect(await receivedAbout(batch.id, 1)).toEqual([
    { ...envelope('batch.completed_with_errors'), data: { object: batch } },
  ])
  expect(batch).toMatchObject({ succeeded_items: 3, failed_items: 1 })
})

test('file links of an event open', async () => {
  const job = await asynchronousJob(singlePath, kycRequest('0001', { scopes: ['kyc.biometrics.selfie'] }))
  for (const { data } of await receivedAbout(job.id, 2)) {
    const { result } = data.object as unknown as Job
    const { url, content_type } = result?.kyc.biometrics.selfie?.file ?? { url: '', content_type: '' }
    const file = await fetchPlainly(url)
    expect({ status: file.status, type: file.headers['content-type'] }).toEqual({
      status: 200,
      type: content_type,
    })
  }
})

test('GET /v1/events returns the same, and events are not metered', async () => {
  const own = await startReceiver()
  const metered = await applicationWith(dataDir, own, { quota: ['kyc_validation=1/day'] })
  const { json } = await post<Job>(metered, ...services.kyc_validation, asynchronously)
  await finishedJob(metered, json.id)
  await own.arrived(2)
  const page = await get<{ data: WebhookEvent[] }>(metered, '/v1/events')
  const byId = (events: WebhookEvent[]) => events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(page.json.data)).toEqual(byId(own.deliveries.map(({ event }) => event)))
  expect(await callsUsed(dataDir, metered, 'kyc_validation')).toBe(1)
  await own.close()
})
