import { randomBytes } from 'node:crypto'
import { type Actor, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { listenForChanges } from '@nani/foundation/platform/index.ts'
import { createVault, dayOf, maintainPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { noon } from '../../../../../../testing/noon.ts'
import { createApplication } from '../../../organizations/organizations/index.ts'
import { answerContext } from '../delivery/attempt-delivery.ts'
import { readDeliveries } from '../delivery/list-deliveries.ts'
import { sendEventAgain, sendEventsAgain } from '../delivery/resend-acts.ts'
import { webhookPolicies } from './endpoint-policies.ts'
import { readWebhook, setWebhook, type WebhookDependencies } from './endpoint-settings.ts'

const clock = manualClock(noon)
const random = systemRandom()
const newId = idSource(clock, random)
const answersVault = createVault(randomBytes(32), 'webhook-answers', random)
const policies = webhookPolicies(true)
const url = 'https://receiver.example/hook'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabaseAtNoon()
  await maintainPartitions(database.pool, noon - 86_400_000)
})
afterAll(() => database.drop())

const dependencies = () => ({
  pool: database.pool,
  clock,
  random,
  newId,
  credentialsVault: answersVault,
  policies,
})

const setEndpoint = (
  applicationId: string,
  url: string | null,
  types: string[] | null,
  platform: WebhookDependencies,
) =>
  setWebhook(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    { application_id: applicationId, url, event_types: types },
    platform,
  )

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const resendEvent = (application_id: string, event_id: string, needs = dependencies()) =>
  sendEventAgain(supervisor, { application_id, event_id }, needs)
const replayEvents = (application_id: string, since_ms: number, needs = dependencies()) =>
  sendEventsAgain(supervisor, { application_id, since_ms }, needs)

const create = async (environment = 'sandbox') =>
  (
    await createApplication(
      { kind: 'system', task: 'test' },
      { name: 'Shop', environment, services: [] },
      dependencies(),
    )
  ).application_id

const addEvent = async (
  applicationId: string,
  type: string,
  atMs: number,
  position: number,
): Promise<string> => {
  const eventId = idSource({ now: () => atMs }, random)('evt')
  await database.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
     values ($1, $2, $3, $4, $5, $6, 'job', 'job_1')`,
    [applicationId, dayOf(atMs), eventId, position, type, new Date(atMs)],
  )
  return eventId
}

const deliveries = async (applicationId: string) =>
  (
    await database.pool.query(
      'select event_id, round, state, attempts, leased_until from webhook_deliveries where application_id = $1 order by event_id',
      [applicationId],
    )
  ).rows

describe('an endpoint', () => {
  test('is registered with its types, changed, and removed', async () => {
    const id = await create()
    expect(await readWebhook(database.pool, id)).toEqual({
      ...{ application_id: id, environment: 'sandbox', url: null, event_types: null },
      ...{ waiting: 0, next_attempt_at: null },
    })
    const types = ['job.completed', 'batch.completed', 'job.completed']
    expect(await setEndpoint(id, url, types, dependencies())).toMatchObject({
      url,
      event_types: ['job.completed', 'batch.completed'],
    })
    expect(await setEndpoint(id, `${url}2#part`, null, dependencies())).toMatchObject({
      url: `${url}2`,
      event_types: null,
    })
    expect(await setEndpoint(id, null, null, dependencies())).toMatchObject({ url: null })
  })

  test.each([
    ['http://receiver.example/', 'must begin with https'],
    ['https://10.0.0.1/', 'not an address of the public Internet'],
    ['https://me:secret@receiver.example/', 'user name or a password'],
    ['https://receiver.example:25/', 'Port 25'],
    ['receiver.example', 'The URL is not http or https'],
  ])('%s is refused', async (refused, why) => {
    await expect(setEndpoint(await create(), refused, null, dependencies())).rejects.toThrow(why)
  })

  test('on this machine is only for a sandbox whose configuration allows it', async () => {
    const local = 'http://localhost:3000/hook'
    expect(await setEndpoint(await create(), local, null, dependencies())).toMatchObject({ url: local })
    const strict = { ...dependencies(), policies: webhookPolicies(false) }
    await expect(setEndpoint(await create(), local, null, strict)).rejects.toThrow('public Internet')
    await expect(setEndpoint(await create('production'), local, null, dependencies())).rejects.toThrow(
      'public Internet',
    )
  })

  test('accepts types of the catalogue only, and at least one', async () => {
    const id = await create()
    await expect(setEndpoint(id, url, ['job.done'], dependencies())).rejects.toThrow(
      'Unknown event type "job.done"',
    )
    await expect(setEndpoint(id, url, [], dependencies())).rejects.toThrow('at least one')
    await expect(setEndpoint('app_none', url, null, dependencies())).rejects.toThrow(
      'There is no application',
    )
  })

  test('is announced to every process when it changes', async () => {
    const id = await create()
    const announced: (string | null)[] = []
    const changes = await listenForChanges(database.url, (changed) => announced.push(changed))
    await setEndpoint(id, url, null, dependencies())
    await expect.poll(() => announced).toContain(id)
    await changes.stop()
  })

  test('has no scheduled deliveries after its removal', async () => {
    const id = await create()
    await setEndpoint(id, url, null, dependencies())
    await resendEvent(id, await addEvent(id, 'job.completed', noon, 1), dependencies())
    expect(await setEndpoint(id, null, null, dependencies())).toMatchObject({ waiting: 0 })
    expect(await deliveries(id)).toMatchObject([{ state: 'exhausted' }])
  })
})

describe('events', () => {
  test('are sent again as if for the first time, acknowledged or not, from before or after the registration', async () => {
    const id = await create()
    const eventId = await addEvent(id, 'job.completed', noon, 1)
    await expect(resendEvent(id, eventId, dependencies())).rejects.toThrow('no webhook endpoint')
    await setEndpoint(id, url, ['batch.completed'], dependencies())
    await resendEvent(id, eventId, dependencies())
    expect(await readWebhook(database.pool, id)).toMatchObject({
      waiting: 1,
      next_attempt_at: '2026-03-15T12:00:00.000Z',
    })
    for (const [index, state] of ['delivered', 'exhausted'].entries()) {
      await database.pool.query(
        'update webhook_deliveries set state = $2, attempts = 5, leased_until = now() where application_id = $1',
        [id, state],
      )
      await resendEvent(id, eventId, dependencies())
      expect(await deliveries(id)).toEqual([
        { event_id: eventId, round: index + 2, state: 'scheduled', attempts: 0, leased_until: null },
      ])
    }
  })

  test('of another application, or unknown ones, are not sent', async () => {
    const [one, other] = [await create(), await create()]
    await setEndpoint(one, url, null, dependencies())
    const foreign = await addEvent(other, 'job.completed', noon, 1)
    for (const eventId of [foreign, newId('evt'), 'evt_1', 'nonsense']) {
      await expect(resendEvent(one, eventId, dependencies())).rejects.toThrow('no event')
    }
  })

  test('since a moment are sent again, with the types of the endpoint', async () => {
    const id = await create()
    await setEndpoint(id, url, ['job.completed'], dependencies())
    const yesterday = noon - 86_400_000
    await addEvent(id, 'job.completed', yesterday, 1)
    const wanted = [await addEvent(id, 'job.completed', noon - 1_000, 2)]
    await addEvent(id, 'batch.completed', noon - 500, 3)
    wanted.push(await addEvent(id, 'job.completed', noon, 4))
    expect(await replayEvents(id, noon - 1_000, dependencies())).toEqual({
      since: '2026-03-15T11:59:59.000Z',
      scheduled: 2,
    })
    expect((await deliveries(id)).map(({ event_id }) => event_id)).toEqual(wanted)
    expect((await replayEvents(id, yesterday, dependencies())).scheduled).toBe(3)
  })

  test('in thousands are sent again page by page', async () => {
    const id = await create()
    await setEndpoint(id, url, null, dependencies())
    await database.pool.query(
      `insert into events (application_id, day, event_id, position, type, created_at, object_kind)
       select $1, $2, 'evt_' || n, n, 'job.completed', $3, 'job' from generate_series(1, 2500) n`,
      [id, dayOf(noon), new Date(noon)],
    )
    expect((await replayEvents(id, noon, dependencies())).scheduled).toBe(2_500)
    expect((await replayEvents(id, noon + 1, dependencies())).scheduled).toBe(0)
  })

  test('are listed newest first, with each attempt and its response', async () => {
    const id = await create()
    await setEndpoint(id, url, null, dependencies())
    const events = [
      await addEvent(id, 'job.completed', noon - 10, 1),
      await addEvent(id, 'job.failed', noon, 2),
    ]
    await replayEvents(id, noon - 10, dependencies())
    for (const [round, attempt] of [
      [1, 1],
      [2, 1],
    ] as const) {
      await database.pool.query(
        `insert into webhook_attempts (application_id, day, event_id, attempt_id, round, attempt, at, url,
           http_status, latency_ms, failure, sealed_answer)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 12, $10, $11)`,
        [
          ...[id, dayOf(noon), events[1], `att_${round}`, round, attempt, new Date(noon + round), url],
          ...(round === 1 ? [null, 'timeout', null] : [500, null, seal(id, 'att_2', 'no…')]),
        ],
      )
    }
    const deliveries = await readDeliveries(id, 10, { pool: database.pool, answersVault })
    expect(deliveries).toEqual([
      {
        ...{
          event_id: events[1],
          type: 'job.failed',
          state: 'scheduled',
          next_attempt_at: '2026-03-15T12:00:00.000Z',
        },
        attempts: [
          {
            ...{ round: 1, attempt: 1, at: '2026-03-15T12:00:00.001Z', url, status: null, latency_ms: 12 },
            ...{ failure: 'timeout', answer: null },
          },
          {
            ...{ round: 2, attempt: 1, at: '2026-03-15T12:00:00.002Z', url, status: 500, latency_ms: 12 },
            ...{ failure: null, answer: 'no…' },
          },
        ],
      },
      expect.objectContaining({ event_id: events[0], attempts: [] }),
    ])
    expect(await readDeliveries(id, 1, { pool: database.pool, answersVault })).toHaveLength(1)
  })
})

const seal = (applicationId: string, attemptId: string, text: string) =>
  answersVault.seal(Buffer.from(text), answerContext(applicationId, attemptId))
