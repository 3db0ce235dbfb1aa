import { expect, inject, test } from 'vitest'
import { type ErrorBody, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  validate,
} from '../client/kyc.ts'
import type { Batch, ResultsList } from '../client/shapes.ts'
import { createApplication, updateApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'

const dataDir = inject('dataDir')
const service = 'kyc_validation'

const nextUtcMidnight = () => new Date(new Date().setUTCHours(24, 0, 0, 0)).getTime()
const nextUtcMonth = () => {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

test.each([
  ['day', nextUtcMidnight],
  ['month', nextUtcMonth],
])(
  'a quota per %s used up is quota_exceeded, with what was used and when it resets',
  async (period, reset) => {
    const application = await createApplication(dataDir, { quota: [`${service}=3/${period}`] })
    for (let call = 0; call < 3; call++) expect((await validate(application, '0001')).status).toBe(200)
    const refused = await validate(application, '0001')
    expectRefusal(refused, 'quota_exceeded', {
      context: { service, calls_used: 3, calls_limit: 3, upgrade_url: expect.stringMatching(/^https?:\/\//) },
    })
    expect(Date.parse(String((refused.json as unknown as ErrorBody).reset_at))).toBe(reset())
    expect(await callsUsed(dataDir, application, service)).toBe(3)
  },
)

test('refused calls use nothing; not_found and not_certified do', async () => {
  const application = await createApplication(dataDir, {
    quota: [`${service}=3/day`],
    scopes: ['kyc.emails'],
  })
  for (const digits of ['0502', '0500'])
    expect((await validate(application, digits)).status).toBeGreaterThanOrEqual(500)
  expect((await validate(application, '0001', { scopes: ['kyc.religion'] })).status).toBe(403)
  expect((await validate(application, '0001', { purpose: 1 })).status).toBe(400)
  expect(await callsUsed(dataDir, application, service)).toBe(0)
  for (const digits of ['0001', '0002', '0404'])
    expect((await validate(application, digits)).status).toBe(200)
  expect(await callsUsed(dataDir, application, service)).toBe(3)
  expect((await validate(application, '0001')).status).toBe(429)
})

test('of twenty simultaneous calls on a quota of five exactly five are performed', async () => {
  const application = await createApplication(dataDir, { quota: [`${service}=5/day`] })
  const answers = await Promise.all(Array.from({ length: 20 }, () => validate(application, '0001')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'quota_exceeded')
  expect(await callsUsed(dataDir, application, service)).toBe(5)
})

test('a batch never takes more than the quota', async () => {
  const application = await createApplication(dataDir, { quota: [`${service}=5/day`] })
  const answer = await post<ResultsList>(application, batchPath, batchRequest(batchItems(8)))
  const performed =
    answer.status === 200 ? answer.json.data.filter(({ status }) => status === 'succeeded').length : 0
  if (answer.status === 200)
    for (const item of answer.json.data.filter(({ error }) => error))
      expect(item.error?.code).toBe('quota_exceeded')
  else expectRefusal(answer, 'quota_exceeded')
  expect(performed).toBeLessThanOrEqual(5)
  expect(await callsUsed(dataDir, application, service)).toBe(performed)
})

test('an asynchronous batch never takes more than the quota', async () => {
  const application = await createApplication(dataDir, { quota: [`${service}=5/day`] })
  const accepted = await post<Batch>(application, batchPath, batchRequest(batchItems(8)), asynchronously)
  if (accepted.status !== 202) {
    expectRefusal(accepted, 'quota_exceeded')
    expect(await callsUsed(dataDir, application, service)).toBe(0)
    return
  }
  const batch = await finishedBatch(application, accepted.json.id)
  const items = await everyItem(application, batch.id)
  expect(items.filter(({ status }) => status === 'succeeded')).toHaveLength(5)
  expect(new Set(items.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['quota_exceeded']))
  expect(await callsUsed(dataDir, application, service)).toBe(5)
})

test('the daily batch quota used up is batch_quota_exceeded; single calls are unaffected', async () => {
  const application = await createApplication(dataDir, { batchQuota: 5 })
  expect((await post(application, batchPath, batchRequest(batchItems(5)))).status).toBe(200)
  for (const mode of [{}, asynchronously])
    expectRefusal(
      await post(application, batchPath, batchRequest(batchItems(1)), mode),
      'batch_quota_exceeded',
    )
  expect((await validate(application, '0001')).status).toBe(200)
  expect(await callsUsed(dataDir, application, service)).toBe(6)
})

test('a quota raised by the operator lets calls pass again within a minute', async () => {
  const application = await createApplication(dataDir, { quota: [`${service}=1/day`] })
  expect((await validate(application, '0001')).status).toBe(200)
  expect((await validate(application, '0001')).status).toBe(429)
  await updateApplication(dataDir, application.application_id, '--quota', `${service}=100/day`)
  await expect
    .poll(async () => (await validate(application, '0001')).status, { timeout: 60_000, interval: 500 })
    .toBe(200)
})
