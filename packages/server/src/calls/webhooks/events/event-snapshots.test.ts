import type { WebhookEvent } from '@nani/contract'
import type { Actor } from '@nani/foundation/core/index.ts'
import { writeChanges } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { eventsEffect, snapshotEvent } from '../../outbox/index.ts'
import { openDispatcher } from '../delivery/open-dispatcher.ts'
import { sendEventAgain } from '../delivery/resend-acts.ts'
import { webhookPolicies } from '../endpoints/endpoint-policies.ts'
import { renderEvents } from './read-events.ts'

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
let modes: Modes
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  modes = await startModes({ citizens: [testCitizen()] })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await modes.stop()
})

const query = (text: string, values: unknown[] = []) => modes.database.pool.query(text, values)

/** An application with a webhook endpoint that subscribed to every type. */
const subscriber = async (): Promise<Application> => {
  const application = modes.admitApplication(testApplication())
  await query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org', 'Test', 'sandbox', '{}', '{}', '{}', 1, now())`,
    [application.applicationId],
  )
  await query(
    'insert into webhook_endpoints (application_id, url, created_at, updated_at) values ($1, $2, now(), now())',
    [application.applicationId, receiver.url],
  )
  return application
}

const listed = async (application: Application) =>
  (await modes.get(application, '/v1/events')).json.data as WebhookEvent[]

const byId = (events: WebhookEvent[]) => events.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** What an endpoint receives when everything that is due is sent. */
const sent = async ({ applicationId }: Application): Promise<WebhookEvent[]> => {
  const errors: unknown[] = []
  const dispatcher = openDispatcher(
    {
      ...modes.platform,
      applicationById: modes.dependencies.applicationById,
      renderEvents: (application, rows) => renderEvents(application, rows, modes.dependencies),
    },
    { sandboxWebhooksAllowLoopback: true },
    { listenForDue: null, onError: (error) => errors.push(error) },
  )
  receiver.received.length = 0
  dispatcher.wake(applicationId)
  await dispatcher.settled()
  await dispatcher.stop()
  expect(errors).toEqual([])
  return byId(receiver.received.map(({ body }) => JSON.parse(body) as WebhookEvent))
}

const sendAgain = async ({ applicationId }: Application, events: readonly WebhookEvent[]) => {
  const dependencies = { ...modes.dependencies, policies: webhookPolicies(true) }
  for (const { id } of events)
    await sendEventAgain(supervisor, { application_id: applicationId, event_id: id }, dependencies)
}

/** Listing, sending and sending again give these events. */
const expectEverywhere = async (application: Application, expected: WebhookEvent[]) => {
  expect(await listed(application)).toEqual(expected)
  await sendAgain(application, expected)
  expect(await sent(application)).toEqual(byId(expected))
  await sendAgain(application, expected)
  expect(await sent(application)).toEqual(byId(expected))
}

const submitJob = async (application: Application, body: Record<string, unknown>) => {
  const { json } = await modes.call(application, { body, prefer: 'respond-async' })
  await modes.runJobs()
  return json.id as string
}

test('a completed job: its events keep its state, and refer to its result', async () => {
  const application = await subscriber()
  const jobId = await submitJob(application, kycBody({ scopes: ['kyc.addresses'] }))
  const events = await listed(application)
  const job = (await modes.get(application, `/v1/jobs/${jobId}`)).json
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['kyc_validation.completed', { object: job }],
    ['job.completed', { object: job }],
  ])
  expect(await sent(application)).toEqual(byId(events))
  await query(
    `update jobs set status = 'failed', service = 'changed', created_at = now(), result_id = null
     where application_id = $1`,
    [application.applicationId],
  )
  await expectEverywhere(application, events)
  await query('delete from jobs where application_id = $1', [application.applicationId])
  await expectEverywhere(application, events)
})

test('an event holds no copy of its result', async () => {
  const application = await subscriber()
  await submitJob(application, kycBody())
  const { rows } = await query(
    `select octet_length(sealed_data) as bytes, result_id from events where application_id = $1`,
    [application.applicationId],
  )
  expect(rows).toHaveLength(2)
  for (const { bytes, result_id } of rows) {
    expect(result_id).toMatch(/^kyc_/)
    expect(bytes).toBeLessThan(400)
  }
})

test('a job that failed: its event keeps the error', async () => {
  const application = await subscriber()
  const jobId = await submitJob(application, kycBody())
  expect(jobId).toBeDefined()
  const failed = await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
  modes.admitApplication({ ...application, services: new Set() })
  await modes.runJobs()
  modes.admitApplication(application)
  const events = await listed(application)
  expect(events.at(-1)).toMatchObject({
    type: 'job.failed',
    data: { object: { id: failed.json.id, status: 'failed', error: { error: 'service_not_enabled' } } },
  })
  await query('update jobs set sealed_error = null where application_id = $1', [application.applicationId])
  await expectEverywhere(application, events)
})

test('a batch: its event keeps the counts of its end', async () => {
  const application = await subscriber()
  const items = [kycBody({ reference: 'a' }), kycBody({ reference: 'b' })]
  const { json } = await modes.call(application, {
    target: '/v1/kyc/validations/batches',
    body: { items },
    prefer: 'respond-async',
  })
  await modes.runChunks()
  const events = await listed(application)
  expect(events).toMatchObject([{ type: 'batch.completed', data: { object: { id: json.id } } }])
  const batch = (await modes.get(application, `/v1/batches/${json.id}`)).json
  expect(events[0]?.data.object).toEqual(batch)
  await query(
    `update batches set succeeded_items = 0, failed_items = 2, cancelled_at = now() where application_id = $1`,
    [application.applicationId],
  )
  await expectEverywhere(application, events)
})

test('an object that changes several times: each event keeps its own state', async () => {
  const application = await subscriber()
  const { applicationId } = application
  const { pool, newId, requestsVault, clock } = modes.dependencies
  const object = { id: 'frd_1', object: 'fraud_report', status: 'received' }
  const change = async (status: string) => {
    const previous_attributes = { status: object.status }
    object.status = status
    const eventId = newId('evt')
    const data = { object, previous_attributes }
    const type = 'fraud_report.status_changed'
    const effects = [eventsEffect([snapshotEvent({ eventId, type, applicationId, data }, requestsVault)])]
    const atMs = clock.now()
    await writeChanges(pool, applicationId, [
      { id: eventId, service: null, scopes: null, atMs, fence: null, effects },
    ])
  }
  await change('under_review')
  await change('confirmed')
  const events = await listed(application)
  expect(events.map(({ data }) => [data.object.status, data.previous_attributes])).toEqual([
    ['under_review', { status: 'received' }],
    ['confirmed', { status: 'under_review' }],
  ])
  await expectEverywhere(application, events)
})

test('an event of an earlier release has no snapshot, and is read from its job or batch', async () => {
  const application = await subscriber()
  await submitJob(application, kycBody())
  const events = await listed(application)
  await query('update events set sealed_data = null, result_id = null where application_id = $1', [
    application.applicationId,
  ])
  await expectEverywhere(application, events)
})

test('an event whose result is past its retention is not listed, and its delivery ends', async () => {
  const application = await subscriber()
  await submitJob(application, kycBody())
  await query('delete from results where application_id = $1', [application.applicationId])
  expect(await listed(application)).toEqual([])
  expect(await sent(application)).toEqual([])
  const { rows } = await query('select state from webhook_deliveries where application_id = $1', [
    application.applicationId,
  ])
  expect(rows).toEqual([{ state: 'exhausted' }, { state: 'exhausted' }])
})
