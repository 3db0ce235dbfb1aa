import { describe, expect, expectTypeOf, it } from 'vitest'
import { type KycValidation, NaniTimeoutError } from './index.ts'
import { clientOf, ok, request, verified } from './testing/client.ts'
import type { Scripted, SeenCall } from './testing/fake-server.ts'

const job = (status: string, rest: object = {}) => ({
  id: 'job_1',
  object: 'job',
  service: 'kyc_validation',
  status,
  created_at: '2026-09-21T00:00:00Z',
  result_url: '/v1/jobs/job_1',
  ...rest,
})
const batch = (status: string) => ({
  id: 'bat_1',
  object: 'batch',
  service: 'kyc_validation',
  status,
  total_items: 3,
  processed_items: 0,
  succeeded_items: 0,
  failed_items: 0,
  created_at: '2026-09-21T00:00:00Z',
  completed_at: null,
  results_url: '/v1/batches/bat_1/results',
})
const item = (reference: string) => ({ reference, status: 'succeeded', result: verified })
const page = (data: unknown[], next_cursor: string | null) => ok({ object: 'list', data, next_cursor })
const items = [{ reference: 'a', identifier: request.identifier }]

describe('the four modes', () => {
  it('use the single and the batch path, with Prefer when asynchronous', async () => {
    const { nani, seen } = await clientOf([
      ok(),
      ok(job('pending'), 202),
      page([], null),
      ok(batch('pending'), 202),
    ])
    await nani.kyc.validate(request)
    await nani.kyc.validateAsync(request)
    await nani.kyc.validateBatch({ purpose: 'customer_onboarding', items })
    await nani.kyc.validateBatchAsync({ purpose: 'customer_onboarding', items })
    expect(seen.map((call) => [call.target, call.prefer])).toEqual([
      ['/v1/kyc/validations', ''],
      ['/v1/kyc/validations', 'respond-async'],
      ['/v1/kyc/validations/batches', ''],
      ['/v1/kyc/validations/batches', 'respond-async'],
    ])
    expect(seen[3]!.body).toEqual({ purpose: 'customer_onboarding', items })
  })
})

describe('jobs.wait', () => {
  it('polls with growing pauses until the job is finished, and keeps the type of the result', async () => {
    const { nani, clock, seen } = await clientOf([
      ok(job('pending'), 202),
      ok(job('pending')),
      ok(job('pending')),
      ok(job('completed', { result: verified })),
    ])
    const finished = await nani.jobs.wait(await nani.kyc.validateAsync(request))
    expectTypeOf(finished.result).toEqualTypeOf<KycValidation | undefined>()
    expect(finished.result?.result).toBe('verified')
    expect(clock.slept).toEqual([200, 300])
    expect(seen.slice(1).every((call) => call.method === 'GET' && call.target === '/v1/jobs/job_1')).toBe(
      true,
    )
  })

  it('returns a failed job with its error', async () => {
    const error = { error: 'register_unavailable', message: 'Down.' }
    const { nani } = await clientOf([ok(job('failed', { error }))])
    expect(await nani.jobs.wait('job_1')).toMatchObject({ status: 'failed', error })
  })

  it('ends after timeoutMs', async () => {
    const { nani, clock } = await clientOf([ok(job('pending'))])
    await expect(nani.jobs.wait('job_1', { timeoutMs: 1000 })).rejects.toBeInstanceOf(NaniTimeoutError)
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(1000)
  })
})

describe('batches', () => {
  it('results reads every page in order, and waits while the batch is pending', async () => {
    const { nani, clock, seen } = await clientOf([
      page([item('a')], 'c1'),
      page([], 'c1'),
      page([], 'c1'),
      page([item('b')], 'c2'),
      page([], 'c2'),
      page(
        [item('c'), { reference: 'd', status: 'failed', error: { code: 'batch_cancelled', message: '' } }],
        null,
      ),
    ])
    const references: string[] = []
    for await (const entry of nani.batches.results('bat_1', { limit: 2 })) references.push(entry.reference)
    expect(references).toEqual(['a', 'b', 'c', 'd'])
    expect(clock.slept).toEqual([200, 300, 200])
    expect(seen.map((call) => call.target.split('?')[1])).toEqual([
      'limit=2',
      'limit=2&cursor=c1',
      'limit=2&cursor=c1',
      'limit=2&cursor=c1',
      'limit=2&cursor=c2',
      'limit=2&cursor=c2',
    ])
  })

  it('results ends without a new item for timeoutMs', async () => {
    const { nani } = await clientOf([page([item('a')], 'c1'), page([], 'c1')])
    const read = async () => {
      for await (const entry of nani.batches.results('bat_1', { timeoutMs: 5000 }))
        expect(entry).toBeDefined()
    }
    await expect(read()).rejects.toBeInstanceOf(NaniTimeoutError)
  })

  it('results stops reading when the caller stops', async () => {
    const { nani, seen } = await clientOf([page([item('a'), item('b')], 'c1')])
    for await (const entry of nani.batches.results('bat_1')) if (entry.reference === 'a') break
    expect(seen).toHaveLength(1)
  })

  it('wait resolves for every status other than pending, including a new one', async () => {
    for (const status of ['completed', 'completed_with_errors', 'completed_somehow']) {
      const { nani } = await clientOf([ok(batch('pending')), ok(batch(status))])
      expect((await nani.batches.wait('bat_1')).status).toBe(status)
    }
  })

  it('cancel is retried with the same Idempotency-Key', async () => {
    const broken = (): Scripted => ({ status: 500, body: { error: 'internal_error', message: '' } })
    const keys = (seen: SeenCall[]) => new Set(seen.map((call) => call.idempotencyKey))
    const { nani, seen } = await clientOf([broken, ok(batch('completed_with_errors'))])
    await nani.batches.cancel('bat_1')
    expect(seen).toHaveLength(2)
    expect(keys(seen).size).toBe(1)
  })
})
