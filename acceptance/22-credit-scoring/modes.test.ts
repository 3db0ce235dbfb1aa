import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { eventsOfJob, inEveryMode } from '../client/every-mode.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { path, type Score, score, scoreRequest, validConsent } from './credit.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

test('all four modes give the same score', async () => {
  const shared = { purpose: 'credit_assessment', product: 'microcredit' }
  const item = {
    identifier: sandboxPerson('0008'),
    consent: validConsent,
    amount_requested: { value: 200, currency: 'USD' },
  }
  const { service, results } = await inEveryMode<Score>(sandbox, path, item, shared)
  expect(service).toEqual(['credit_scoring', 'credit_scoring'])
  const alike = results.map((result) => {
    const { valid_until: _until, consent: _consent, ...rest } = result as unknown as Score
    return rest
  })
  expect(alike[0]).toMatchObject({ object: 'credit_score', product: 'microcredit' })
  for (const one of alike) expect(one).toEqual(alike[0])
})

test('a job sends credit_score.completed and job.completed with the same result', async () => {
  const application = await createApplication(dataDir, { services: ['credit_scoring'] })
  const { job, byType } = await eventsOfJob(application, path, scoreRequest('0008'))
  expect(byType).toEqual({ 'credit_score.completed': job, 'job.completed': job })
})

test('a replay returns the first response, and is counted once', async () => {
  const application = await createApplication(dataDir, {
    services: ['credit_scoring'],
    quota: ['credit_scoring=1/day'],
  })
  const options = { idempotencyKey: randomUUID() }
  const first = await score(application, '0008', {}, options)
  expect(first.status).toBe(200)
  expect((await score(application, '0008', {}, options)).json).toEqual(first.json)
})

test('a result of another application equals a missing one', async () => {
  const { json } = await score(sandbox, '0008')
  const other = await createApplication(dataDir, { services: ['credit_scoring'] })
  expectRefusal(await get(other, `${path}/${json.id}`), 'not_found')
})

test('an application without the service gets service_not_enabled', async () => {
  const other = await createApplication(dataDir, { services: ['kyc_validation'] })
  expectRefusal(await score(other, '0008'), 'service_not_enabled')
})
