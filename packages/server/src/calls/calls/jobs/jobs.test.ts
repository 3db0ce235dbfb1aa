import { randomUUID } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { forgetExpiredWork } from '../retention.ts'
import { performJob } from './jobs.ts'

let modes: Modes
let onQuestion: (question: number) => void = () => {}
let questions = 0

beforeAll(async () => {
  modes = await startModes({ beforeRegister: () => onQuestion(++questions) })
})
afterAll(() => modes.stop())
beforeEach(() => {
  onQuestion = () => {}
  questions = 0
  modes.tasks.jobs.length = 0
})

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))

const submit = async (application: Application, more = {}) => {
  const reply = await modes.call(application, {
    body: kycBody({ reference: 'r' }),
    prefer: 'respond-async',
    ...more,
  })
  expect(reply.status, reply.text).toBe(202)
  return reply.json
}
const read = async (application: Application, id: unknown) =>
  (await modes.get(application, `/v1/jobs/${id}`)).json

describe('job', () => {
  test('is accepted, performed, and then contains the result of a synchronous call', async () => {
    const application = newApplication()
    const job = await submit(application)
    const pending = {
      id: job.id,
      object: 'job',
      service: 'kyc_validation',
      status: 'pending',
      created_at: new Date(modes.clock.now()).toISOString(),
      result_url: `/v1/jobs/${job.id}`,
    }
    expect(job).toEqual(pending)
    expect(await read(application, job.id)).toEqual(pending)
    await modes.runJobs()
    const done = await read(application, job.id)
    expect(done).toMatchObject({ ...pending, status: 'completed' })
    const alone = (await modes.call(application, { body: kycBody({ reference: 'r' }) })).json
    const result = done.result as Record<string, unknown>
    expect(Object.keys(result)).toEqual(Object.keys(alone))
    expect(result).toMatchObject({ reference: 'r', result: 'verified', match: alone.match })
    const itself = await modes.get(application, `/v1/kyc/validations/${result.id}`)
    expect(itself.json.id).toBe(result.id)
    expect(await modes.count('call_charges', application)).toBe(2)
  })

  test.each(['respond-async', 'RESPOND-ASYNC', 'wait=10, respond-async', 'respond-async; x=1'])(
    'Prefer: %s asks for it',
    async (prefer) => {
      expect((await submit(newApplication(), { prefer })).object).toBe('job')
    },
  )

  test('another preference is ignored', async () => {
    const reply = await modes.call(newApplication(), {
      body: kycBody(),
      prefer: 'return=minimal, respond-asynchronously',
    })
    expect([reply.status, reply.json.object]).toEqual([200, 'kyc_validation'])
  })

  test('performed by two processes at once, it is settled and charged once', async () => {
    const application = newApplication()
    const job = await submit(application)
    const [task] = modes.tasks.jobs
    await Promise.all([1, 2, 3].map(() => performJob(task as never, modes.dependencies)))
    expect((await read(application, job.id)).status).toBe('completed')
    for (const table of ['results', 'call_charges'])
      expect(await modes.count(table, application), table).toBe(1)
    await modes.runJobs()
    expect(await modes.count('call_charges', application)).toBe(1)
  })

  test('fails with the error body, and is not charged', async () => {
    const application = newApplication()
    const job = await submit(application)
    onQuestion = () => {
      throw new Refusal('register_unavailable')
    }
    await modes.runJobs()
    expect(questions).toBe(3)
    const failed = await read(application, job.id)
    expect(failed.status).toBe('failed')
    expect(failed.error).toMatchObject({ error: 'register_unavailable', message: expect.any(String) })
    expect(failed.result).toBeUndefined()
    expect(await modes.count('call_charges', application)).toBe(0)
  })

  test('fails when what it needs was withdrawn meanwhile', async () => {
    const application = newApplication()
    const job = await submit(application)
    modes.admitApplication({ ...application, purposes: new Set() })
    await modes.runJobs()
    expect((await read(application, job.id)).error).toMatchObject({ error: 'purpose_not_approved' })
  })

  test('its usage is reserved when it is accepted: beyond the quota it is quota_exceeded at once', async () => {
    const application = newApplication({ quotas: new Map([['kyc_validation', { limit: 1, period: 'day' }]]) })
    const job = await submit(application)
    const refused = await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({
      error: 'quota_exceeded',
      calls_used: 1,
      calls_limit: 1,
      service: 'kyc_validation',
    })
    await modes.runJobs()
    expect((await read(application, job.id)).status).toBe('completed')
    expect(await modes.count('call_charges', application)).toBe(1)
  })

  test('a database that is away for a moment leaves it in the queue', async () => {
    const application = newApplication()
    const job = await submit(application)
    const [task] = modes.tasks.jobs
    onQuestion = () => {
      throw new Error('Connection terminated unexpectedly')
    }
    await expect(performJob(task as never, modes.dependencies)).rejects.toThrow('terminated')
    expect((await read(application, job.id)).status).toBe('pending')
    onQuestion = () => {}
    await modes.runJobs()
    expect((await read(application, job.id)).status).toBe('completed')
  })

  test('a retry with the same key is the same job', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    const job = await submit(application, { idempotencyKey })
    expect(await submit(application, { idempotencyKey })).toEqual(job)
    expect(modes.tasks.jobs).toHaveLength(1)
    expect(await modes.count('jobs', application)).toBe(1)
  })

  test('stays readable for 30 days; then its row goes, however many there are', async () => {
    const application = newApplication()
    const job = await submit(application)
    await modes.runJobs()
    await modes.pass(30 * 86_400_000)
    expect((await read(application, job.id)).status).toBe('completed')
    await forgetExpiredWork(modes.database.pool, modes.clock.now())
    expect((await read(application, job.id)).status).toBe('completed')
    await modes.database.pool.query(
      `insert into jobs (application_id, job_id, service, status, created_at)
       select $1, 'job_' || n, 'kyc_validation', 'failed', $2 from generate_series(1, 12000) n`,
      [application.applicationId, new Date(modes.clock.now() - 31 * 86_400_000)],
    )
    await modes.pass(1)
    expect((await read(application, job.id)).error).toBe('job_not_found')
    await forgetExpiredWork(modes.database.pool, modes.clock.now())
    expect(await modes.count('jobs', application)).toBe(0)
  })
})

describe('synchronous batch', () => {
  const item = (reference: string, value = 'COD-1111-2222-3333') => ({
    reference,
    identifier: { type: 'svc_id', value },
  })
  const call = (application: Application, items: unknown[], more = {}) =>
    modes.call(application, {
      target: '/v1/kyc/validations/batches',
      body: { purpose: 'customer_onboarding', scopes: [], items, ...more },
    })

  test('lists every item in order, the failed among the others', async () => {
    const application = newApplication()
    const reply = await call(application, [item('a'), item('b', 'nonsense'), item('c', 'COD-9999-9999-9999')])
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({
      object: 'list',
      next_cursor: null,
      data: [
        { reference: 'a', status: 'succeeded', result: { result: 'verified', reference: 'a' } },
        { reference: 'b', status: 'failed', error: { code: 'invalid_identifier' } },
        { reference: 'c', status: 'succeeded', result: { result: 'not_found' } },
      ],
    })
    expect(await modes.count('call_charges', application)).toBe(2)
    expect(await modes.count('results', application)).toBe(2)
  })

  test('passes as many items as the quota leaves', async () => {
    const application = newApplication({
      quotas: new Map([['kyc_validation', { limit: 3, period: 'month' }]]),
    })
    const reply = await call(
      application,
      Array.from({ length: 5 }, (_, index) => item(`r${index}`)),
    )
    const states = (reply.json.data as { status: string; error?: { code: string } }[]).map(
      ({ status, error }) => error?.code ?? status,
    )
    expect(states).toEqual(['succeeded', 'succeeded', 'succeeded', 'quota_exceeded', 'quota_exceeded'])
    expect(await modes.count('call_charges', application)).toBe(3)
  })

  test('a file that cannot be read fails its item, not the batch, and is not charged', async () => {
    const application = newApplication()
    onQuestion = (question) => {
      // The first question is for the citizen of the first item, and so on: then come the files.
      if (question === 3) throw new Refusal('register_unavailable')
    }
    const reply = await call(application, [item('a'), item('b')], {
      scopes: ['kyc.biometrics.selfie'],
      document_delivery: 'base64',
    })
    expect(reply.status).toBe(200)
    const states = (reply.json.data as { status: string }[]).map(({ status }) => status)
    expect(states.toSorted()).toEqual(['failed', 'succeeded'])
    expect(await modes.count('call_charges', application)).toBe(1)
  })

  test('a retry with the same key answers the same bytes and charges nothing', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    const again = () =>
      modes.call(application, {
        target: '/v1/kyc/validations/batches',
        body: { purpose: 'customer_onboarding', items: [item('a'), item('b', 'nonsense')] },
        idempotencyKey,
      })
    const [first, second] = [await again(), await again()]
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await modes.count('call_charges', application)).toBe(1)
  })

  test('51 items: 413', async () => {
    const reply = await call(
      newApplication(),
      Array.from({ length: 51 }, (_, index) => item(`r${index}`)),
    )
    expect([reply.status, reply.json.error]).toEqual([413, 'batch_too_large'])
  })
})
