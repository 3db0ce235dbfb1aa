import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { type ErrorBody, get } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { validate } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'

const dataDir = inject('dataDir')

test('more calls in a second than the burst allows are rate_limited, and pass after retry_after', async () => {
  const burst = 5
  const application = await createApplication(dataDir, { burst })
  const answers = await Promise.all(Array.from({ length: 40 }, () => validate(application, '0001')))
  const performed = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(performed.length).toBeGreaterThanOrEqual(burst)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused)
    expectRefusal(answer, 'rate_limited', { context: { retry_after: expect.any(Number) } })
  const retryAfter = Math.max(
    ...refused.map(({ json }) => Number((json as unknown as ErrorBody).retry_after)),
  )
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
  await delay(retryAfter * 1000)
  expect((await validate(application, '0001')).status).toBe(200)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(performed.length + 1)
})

test('reading counts against the burst as well', async () => {
  const application = await createApplication(dataDir, { burst: 5 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(application, '/v1/jobs/job_none')))
  const codes = new Set(answers.map(({ json }) => json.error))
  expect(codes).toEqual(new Set(['job_not_found', 'rate_limited']))
})

test('one application’s burst is not another’s', async () => {
  const [noisy, quiet] = [await createApplication(dataDir, { burst: 1 }), await createApplication(dataDir)]
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => validate(noisy, '0001')),
    validate(quiet, '0001'),
  ])
  expect(answers.at(-1)?.status).toBe(200)
})
