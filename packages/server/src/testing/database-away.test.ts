import { randomUUID } from 'node:crypto'
import { openPool } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApplication } from './application.ts'
import { breakableConnection } from './database/breakable-connection.ts'
import { kycBody, type Modes, startModes } from './modes.ts'

const statementTimeoutMs = 200

let modes: Modes
let way: Awaited<ReturnType<typeof breakableConnection>>
let onRegister: () => void = () => {}

beforeAll(async () => {
  modes = await startModes({
    beforeRegister: () => onRegister(),
    async pool(url) {
      way = await breakableConnection(url)
      return openPool(way.url, { maxConnections: 4, statementTimeoutMs, onError: () => {} })
    },
  })
})
afterEach(() => mend())
afterAll(async () => {
  await modes.stop()
  await way.stop()
})

/** The way is open again, and the connections that broke have been found out, a call for each. */
const mend = async () => {
  onRegister = () => {}
  way.mend()
  for (let tries = 0; tries < 20; tries++) {
    if ((await modes.call(newApplication(), { body: kycBody() })).status === 200) return
  }
  throw new Error('the pool did not recover')
}

const newApplication = () => modes.admitApplication(testApplication())
const batch = {
  target: '/v1/kyc/validations/batches',
  body: { purpose: 'customer_onboarding', items: [{ ...kycBody(), reference: 'a' }] },
}

/** A documented answer in bounded time, encrypted as every other. */
const expectShed = async (asked: ReturnType<Modes['call']>) => {
  const startedMs = performance.now()
  const reply = await asked
  expect([reply.status, reply.json.error, reply.encrypted]).toEqual([503, 'overloaded', true])
  expect(reply.json.retry_after).toBeGreaterThan(0)
  expect(performance.now() - startedMs).toBeLessThan(10_000)
}

const whole = (application: ReturnType<typeof newApplication>) =>
  Promise.all([
    modes.count('results', application),
    modes.count('call_charges', application),
    // Refusals have entries too, and some could be written when the database was back.
    modes.count('audit_entries', application, 'result_id is not null'),
  ])

test('connection lost: every mode answers 503 overloaded, and works again when the database is back', async () => {
  const application = newApplication()
  way.cut()
  await Promise.all([
    expectShed(modes.call(application, { body: kycBody() })),
    expectShed(modes.call(application, { body: kycBody(), prefer: 'respond-async' })),
    expectShed(modes.call(application, batch)),
    expectShed(modes.get(application, '/v1/jobs/job_x')),
  ])
  await mend()
  expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
  expect(await whole(application)).toEqual([1, 1, 1])
})

test.each([
  ['a single call', { body: kycBody() }],
  ['a job', { body: kycBody(), prefer: 'respond-async' }],
  ['a batch', batch],
])(
  'cut between admission and commit: %s leaves nothing, and its key works afterwards',
  async (_name, call) => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    onRegister = () => way.cut()
    if ('prefer' in call) {
      const enqueue = modes.dependencies.queue.enqueue
      modes.dependencies.queue.enqueue = async () => way.cut()
      await expectShed(modes.call(application, { ...call, idempotencyKey }))
      modes.dependencies.queue.enqueue = enqueue
    } else await expectShed(modes.call(application, { ...call, idempotencyKey }))
    way.mend()
    onRegister = () => {}
    expect(await whole(application)).toEqual([0, 0, 0])
    expect(await modes.count('jobs', application)).toBe(0)
    // The claim could not be given back at once; it is when the database is back, long before its lease lapses.
    await expect
      .poll(async () => (await modes.call(application, { ...call, idempotencyKey })).status, {
        timeout: 10_000,
      })
      .toBeLessThan(300)
  },
)

test('stalled: a call is not held for ever', async () => {
  const application = newApplication()
  expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
  way.stall()
  await expectShed(modes.call(application, { body: kycBody() }))
  await mend()
  expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
})
