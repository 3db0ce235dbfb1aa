import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'

let modes: Modes
beforeAll(async () => {
  modes = await startModes({ citizens: [testCitizen()] })
})
afterAll(() => modes.stop())

const newApplication = (changes: Partial<Application>) => modes.admitApplication(testApplication(changes))

const submit = (application: Application, count: number, prefer = 'respond-async') =>
  modes.call(application, {
    target: '/v1/kyc/validations/batches',
    body: {
      purpose: 'customer_onboarding',
      scopes: [],
      items: Array.from({ length: count }, (_, index) => ({
        reference: `r${index}`,
        identifier: { type: 'svc_id', value: 'COD-1111-2222-3333' },
      })),
    },
    prefer,
  })

describe('daily batch quota', () => {
  test('counts the items of both kinds of batch, not single calls, and restarts at 00:00 UTC', async () => {
    const application = newApplication({ batchItemsPerDay: 10 })
    expect((await submit(application, 6)).status).toBe(202)
    expect((await submit(application, 4, '')).status).toBe(200)
    for (const prefer of ['', 'respond-async']) {
      const reply = await submit(application, 1, prefer)
      expect([reply.status, reply.json.error]).toEqual([429, 'batch_quota_exceeded'])
      const midnight = new Date(Math.ceil(modes.clock.now() / 86_400_000) * 86_400_000).toISOString()
      expect(reply.json).toMatchObject({ items_limit: 10, reset_at: midnight })
    }
    expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
    await modes.pass(86_400_000)
    expect((await submit(application, 10)).status).toBe(202)
  })

  test('a batch larger than all of it, or refused, spends nothing', async () => {
    const application = newApplication({ batchItemsPerDay: 10 })
    expect((await submit(application, 11)).json.error).toBe('batch_quota_exceeded')
    expect(await modes.count('batch_items', application)).toBe(0)
    expect(await modes.count('results', application)).toBe(0)
    expect((await submit(application, 10)).status).toBe(202)
  })

  test('two batches at once share what is left', async () => {
    const application = newApplication({ batchItemsPerDay: 10 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => submit(application, 3)))
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(await modes.count('batch_items', application)).toBe(9)
  })
})
