import { randomUUID } from 'node:crypto'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { dayOf, inTransaction, openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { storedResponseFence } from '../../gateway/gateway/index.ts'
import { itemFence, jobFence } from '../calls/index.ts'
import { AlreadyCompleted, type CommitRecord, commitWithin, createCommit, QuotaSpent } from './commit.ts'
import { frozenResult } from './result-effects.ts'
import { callRecord } from './testing/call-record.ts'

const today = dayOf(noon)
const newId = idSource(manualClock(noon), systemRandom())

let database: TestDatabase
let otherPool: pg.Pool

beforeAll(async () => {
  database = await createDatabaseAtNoon()
  otherPool = openPool(database.url, { maxConnections: 8, statementTimeoutMs: 10_000, onError: () => {} })
})
afterAll(async () => {
  await otherPool.end()
  await database.drop()
})

const record = (applicationId: string, changes: Parameters<typeof callRecord>[2] = {}) =>
  callRecord(applicationId, newId, changes)

const someApplication = () => `app_${randomUUID()}`

const ids = async (table: string, applicationId: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ result_id: string }>(
    `select result_id from ${table} where application_id = $1 order by result_id`,
    [applicationId],
  )
  return rows.map((row) => row.result_id)
}

const used = async (applicationId: string, period: string): Promise<number> => {
  const { rows } = await database.pool.query<{ used: number }>(
    'select used from usage_counters where application_id = $1 and period = $2',
    [applicationId, period],
  )
  return Number(rows[0]?.used ?? 0)
}

/** Result, charge, audit entry and usage are there together for exactly these calls. */
const expectWhole = async (applicationId: string, expected: string[]) => {
  const sorted = expected.toSorted()
  expect(await ids('results', applicationId)).toEqual(sorted)
  expect(await ids('call_charges', applicationId)).toEqual(sorted)
  expect(await ids('audit_entries', applicationId)).toEqual(sorted)
  expect([await used(applicationId, 'day'), await used(applicationId, 'month')]).toEqual([
    sorted.length,
    sorted.length,
  ])
}

const passedOf = (settled: PromiseSettledResult<void>[], records: CommitRecord[]) =>
  records.filter((_record, index) => settled[index]?.status === 'fulfilled').map(({ resultId }) => resultId)
const reasonsOf = (settled: PromiseSettledResult<void>[]) =>
  settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))

describe('commit', () => {
  test('writes result, charge, audit entry and usage of each call, in groups', async () => {
    const commit = createCommit(database.pool)
    const applicationId = someApplication()
    const records = Array.from({ length: 150 }, () => record(applicationId))
    await Promise.all(records.map(commit))
    await expectWhole(
      applicationId,
      records.map(({ resultId }) => resultId),
    )
  })

  test('keeps every byte of every sealed result apart', async () => {
    const commit = createCommit(database.pool)
    const applicationId = someApplication()
    const sealed = Array.from({ length: 70 }, (_, index) => Buffer.alloc(index * 13, index + 1))
    const records = sealed.map((one) => record(applicationId, { result: frozenResult(one) }))
    await Promise.all(records.map(commit))
    const { rows } = await database.pool.query<{ result_id: string; sealed_result: Buffer; day: string }>(
      'select result_id, sealed_result, day from results where application_id = $1',
      [applicationId],
    )
    const stored = new Map(rows.map((row) => [row.result_id, row.sealed_result]))
    for (const [index, { resultId }] of records.entries())
      expect(stored.get(resultId)?.equals(sealed[index] as Buffer)).toBe(true)
    expect(new Set(rows.map((row) => row.day))).toEqual(new Set([today]))
  })

  test('audits who asked what, when and from where', async () => {
    const applicationId = someApplication()
    const one = record(applicationId)
    await createCommit(database.pool)(one)
    const { rows } = await database.pool.query('select * from audit_entries where application_id = $1', [
      applicationId,
    ])
    expect(rows[0]).toMatchObject({
      at: new Date(noon),
      api_key: 'key_test_x',
      client_address: '203.0.113.9',
      method: 'POST',
      path: '/v1/kyc/validations',
      http_status: 200,
      purpose: 'customer_onboarding',
      scopes: ['kyc.basic', 'kyc.emails'],
      outcome: 'verified',
      subject: Buffer.from('ab'.repeat(32), 'hex'),
    })
  })

  test('a failure of one part leaves nothing of the others', async () => {
    const commit = createCommit(database.pool)
    const applicationId = someApplication()
    const first = record(applicationId)
    await commit(first)
    // The same result again: its key is taken in results, charges and audit alike.
    const twice = [record(applicationId), { ...record(applicationId), resultId: first.resultId }]
    const settled = await Promise.allSettled(twice.map(commit))
    expect(settled.some(({ status }) => status === 'rejected')).toBe(true)
    await expectWhole(applicationId, [first.resultId, ...passedOf(settled, twice)])
  })
})

describe('quota', () => {
  test.each(['day', 'month'] as const)(
    'of 200 calls at two processes at once exactly as many pass as the %s allows, and each wholly',
    async (period) => {
      const applicationId = someApplication()
      const commits = [createCommit(database.pool), createCommit(otherPool)]
      const records = Array.from({ length: 200 }, () =>
        record(applicationId, { quota: { limit: 117, period } }),
      )
      const settled = await Promise.allSettled(
        records.map((one, index) => (commits[index % 2] as (typeof commits)[0])(one)),
      )
      const passed = passedOf(settled, records)
      expect(passed).toHaveLength(117)
      expect(reasonsOf(settled).every((reason) => reason instanceof QuotaSpent)).toBe(true)
      await expectWhole(applicationId, passed)
    },
  )

  test('a call that is beyond it leaves nothing behind', async () => {
    const applicationId = someApplication()
    const commit = createCommit(database.pool)
    await expect(commit(record(applicationId, { quota: { limit: 0, period: 'day' } }))).rejects.toThrow(
      QuotaSpent,
    )
    await expectWhole(applicationId, [])
  })

  test('raised, it lets more pass; lowered below what is used, none', async () => {
    const applicationId = someApplication()
    const commit = createCommit(database.pool)
    const allowed = (limit: number) => commit(record(applicationId, { quota: { limit, period: 'month' } }))
    await allowed(1)
    await expect(allowed(1)).rejects.toThrow(QuotaSpent)
    await allowed(2)
    await expect(allowed(1)).rejects.toThrow(QuotaSpent)
    expect(await used(applicationId, 'month')).toBe(2)
  })

  test('after the limit is removed, no call is refused', async () => {
    const applicationId = someApplication()
    const commit = createCommit(database.pool)
    await commit(record(applicationId, { quota: { limit: 1, period: 'day' } }))
    await commit(record(applicationId))
    await commit(record(applicationId))
    expect(await used(applicationId, 'day')).toBe(3)
  })

  test('the next day restarts, the month continues', async () => {
    const applicationId = someApplication()
    const commit = createCommit(database.pool)
    const quota = { limit: 1, period: 'day' } as const
    const tomorrow = noon + 86_400_000
    await commit(record(applicationId, { quota }))
    await commit(record(applicationId, { quota, atMs: tomorrow }))
    expect(await used(applicationId, 'month')).toBe(2)
  })
})

describe('fences: what is settled already is not done twice', () => {
  const claimed = async (applicationId: string) => {
    const [key, token] = [randomUUID(), randomUUID()]
    await database.pool.query(
      `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
       values ($1, $2, '', $3, $4, $4)`,
      [applicationId, key, token, new Date(noon)],
    )
    const sealed = Buffer.from(`answer ${key}`)
    return { key, completes: storedResponseFence({ key, token }, { status: 200, sealed, disclosedIds: [] }) }
  }

  test('claim: the answer lands with the call', async () => {
    const applicationId = someApplication()
    const commit = createCommit(database.pool)
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimed(applicationId)))
    const records = claims.map(({ completes }) => record(applicationId, { completes }))
    await Promise.all(records.map(commit))
    const { rows } = await database.pool.query<{ key: string; sealed_answer: Buffer; http_status: number }>(
      'select key, sealed_answer, http_status from idempotency_keys where application_id = $1',
      [applicationId],
    )
    for (const row of rows)
      expect([row.http_status, row.sealed_answer.toString()]).toEqual([200, `answer ${row.key}`])
    await expectWhole(
      applicationId,
      records.map(({ resultId }) => resultId),
    )
  })

  test('claim: lost to another holder, or settled, the call leaves nothing', async () => {
    const applicationId = someApplication()
    const commit = createCommit(database.pool)
    const { key, completes } = await claimed(applicationId)
    const elsewhere = storedResponseFence(
      { key, token: randomUUID() },
      { status: 200, sealed: Buffer.of(1), disclosedIds: [] },
    )
    const lost = record(applicationId, { completes: elsewhere })
    const [kept, again] = [record(applicationId, { completes }), record(applicationId, { completes })]
    await expect(commit(lost)).rejects.toThrow(AlreadyCompleted)
    await commit(kept)
    await expect(commit(again)).rejects.toThrow(AlreadyCompleted)
    await expectWhole(applicationId, [kept.resultId])
  })

  const startedBatch = async (applicationId: string, items: number) => {
    const batchId = newId('bat')
    await database.pool.query(
      `insert into batch_items (application_id, day, batch_id, position, status, sealed_request)
       select $1, $2, $3, n, case when n = 0 then 'pending' else 'running' end, '' from generate_series(0, $4) n`,
      [applicationId, today, batchId, items],
    )
    return (position: number) => itemFence({ batchId, batchDay: today, position })
  }

  test('item: performed by two processes at once, each is settled and charged once', async () => {
    const applicationId = someApplication()
    const item = await startedBatch(applicationId, 40)
    const runs = [createCommit(database.pool), createCommit(otherPool), createCommit(database.pool)]
    const records = runs.map(() =>
      Array.from({ length: 40 }, (_, index) => record(applicationId, { completes: item(index + 1) })),
    )
    const settled = await Promise.allSettled(
      records.flatMap((ofRun, run) => ofRun.map((one) => (runs[run] as (typeof runs)[0])(one))),
    )
    const passed = passedOf(settled, records.flat())
    expect(passed).toHaveLength(40)
    expect(reasonsOf(settled).every((reason) => reason instanceof AlreadyCompleted)).toBe(true)
    await expectWhole(applicationId, passed)
    const { rows } = await database.pool.query(
      `select result_id from batch_items where application_id = $1 and status = 'succeeded' order by result_id`,
      [applicationId],
    )
    expect(rows.map((row) => row.result_id)).toEqual(passed.toSorted())
  })

  test('item: twice in one group, one passes', async () => {
    const applicationId = someApplication()
    const item = await startedBatch(applicationId, 1)
    const commit = createCommit(database.pool)
    const twice = [1, 2].map(() => record(applicationId, { completes: item(1) }))
    const settled = await Promise.allSettled(twice.map(commit))
    expect(passedOf(settled, twice)).toHaveLength(1)
    await expectWhole(applicationId, passedOf(settled, twice))
  })

  test('an item that has not begun is not completed', async () => {
    const applicationId = someApplication()
    const item = await startedBatch(applicationId, 1)
    await expect(createCommit(database.pool)(record(applicationId, { completes: item(0) }))).rejects.toThrow(
      AlreadyCompleted,
    )
    await expectWhole(applicationId, [])
  })

  test('job: performed twice at once, it is settled and charged once, and its request is forgotten', async () => {
    const applicationId = someApplication()
    const jobId = newId('job')
    await database.pool.query(
      `insert into jobs (application_id, job_id, service, status, sealed_request, created_at)
       values ($1, $2, 'kyc_validation', 'pending', 'sealed', $3)`,
      [applicationId, jobId, new Date(noon)],
    )
    const completes = jobFence(jobId)
    const runs = [createCommit(database.pool), createCommit(otherPool)]
    const records = runs.map(() => record(applicationId, { completes }))
    const settled = await Promise.allSettled(records.map((one, run) => (runs[run] as (typeof runs)[0])(one)))
    const passed = passedOf(settled, records)
    expect(passed).toHaveLength(1)
    await expectWhole(applicationId, passed)
    const { rows } = await database.pool.query('select * from jobs where application_id = $1', [
      applicationId,
    ])
    expect(rows[0]).toMatchObject({
      status: 'completed',
      result_id: passed[0],
      sealed_request: null,
      finished_at: new Date(noon),
    })
  })

  test('a fence of another application does not open', async () => {
    const [owner, stranger] = [someApplication(), someApplication()]
    const { completes } = await claimed(owner)
    await expect(createCommit(database.pool)(record(stranger, { completes }))).rejects.toThrow(
      AlreadyCompleted,
    )
    await expectWhole(stranger, [])
  })
})

describe('commitWithin', () => {
  test('passes as many as the quota leaves, in order, and the rest leave nothing', async () => {
    const applicationId = someApplication()
    const records = Array.from({ length: 10 }, () =>
      record(applicationId, { quota: { limit: 4, period: 'day' } }),
    )
    const outcomes = await inTransaction(database.pool, (client) => commitWithin(client, records))
    expect(outcomes.map((outcome) => outcome instanceof QuotaSpent)).toEqual(
      records.map((_, index) => index >= 4),
    )
    await expectWhole(
      applicationId,
      records.slice(0, 4).map(({ resultId }) => resultId),
    )
  })

  test('falls with the transaction of its caller', async () => {
    const applicationId = someApplication()
    const failing = inTransaction(database.pool, async (client) => {
      await commitWithin(client, [record(applicationId)])
      throw new Error('the answer could not be stored')
    })
    await expect(failing).rejects.toThrow('the answer could not be stored')
    await expectWhole(applicationId, [])
  })

  test('without effects there is no statement', async () => {
    expect(await inTransaction(database.pool, (client) => commitWithin(client, []))).toEqual([])
  })
})
