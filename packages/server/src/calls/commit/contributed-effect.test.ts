import { randomUUID } from 'node:crypto'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { defineEffect, inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { jobFence } from '../calls/index.ts'
import { AlreadyCompleted, commitWithin, createCommit, QuotaSpent } from './commit.ts'
import { livingResource } from './result-effects.ts'
import { callRecord } from './testing/call-record.ts'

const newId = idSource(manualClock(noon), systemRandom())

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabaseAtNoon()
})
afterAll(() => database.drop())

const record = (applicationId: string, changes: Parameters<typeof callRecord>[2] = {}) =>
  callRecord(applicationId, newId, changes)
const someApplication = () => `app_${randomUUID()}`

/** Keeps a note of each call, where a test can find it: it represents the rows of a service. */
const note = defineEffect({
  name: 'contributed_note',
  columns: { key: 'uuid' },
  write: ({ application, changes, at, column }) =>
    `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
     select ${application}, ${column.key}, 'note', ${column.key}, ${at}, ${at} from ${changes}`,
})
const withNote = () => {
  const key = randomUUID()
  return { key, contributed: [note({ key })] }
}
const notesOf = async (applicationId: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from idempotency_keys where application_id = $1 and fingerprint = 'note'`,
    [applicationId],
  )
  return rows.map(({ key }) => key).sort()
}

test('a contributed effect is written with the calls that have it, and only for them', async () => {
  const applicationId = someApplication()
  const [one, other] = [withNote(), withNote()]
  const records = [
    record(applicationId, { contributed: one.contributed }),
    record(applicationId),
    record(applicationId, { contributed: other.contributed }),
  ]
  const commit = createCommit(database.pool)
  await Promise.all(records.map(commit))
  expect(await notesOf(applicationId)).toEqual([one.key, other.key].sort())
})

/** A note that only some keys may have. */
const checkedNote = defineEffect({
  name: 'checked_note',
  columns: { key: 'uuid' },
  requires: {
    refusal: 'consent_required',
    holds: ({ changes, id, column }) => `select ${id} from ${changes} where ${column.key}::text < '8'`,
  },
  write: ({ application, changes, at, column }) =>
    `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
     select ${application}, ${column.key}, 'note', ${column.key}, ${at}, ${at} from ${changes}`,
})

test('a requirement refuses only its own change of a group, and asks nothing of changes without it', async () => {
  const applicationId = someApplication()
  const [allowed, refused] = ['0', 'f'].map((first) => first + randomUUID().slice(1)) as [string, string]
  const plain = withNote()
  const records = [
    record(applicationId),
    record(applicationId, { contributed: [checkedNote({ key: refused })] }),
    record(applicationId, { contributed: [checkedNote({ key: allowed })] }),
    record(applicationId, { contributed: plain.contributed }),
  ]
  const outcomes = await inTransaction(database.pool, (client) => commitWithin(client, records))
  expect(outcomes).toEqual([
    undefined,
    expect.objectContaining({ code: 'consent_required' }),
    undefined,
    undefined,
  ])
  expect(await notesOf(applicationId)).toEqual([allowed, plain.key].sort())
  const { rows } = await database.pool.query(
    `select result_id from audit_entries where application_id = $1 order by result_id`,
    [applicationId],
  )
  const written = records.filter((_, at) => at !== 1).map(({ resultId }) => resultId)
  expect(rows.map(({ result_id }) => result_id)).toEqual(written.toSorted())
})

test('a contributed effect is not written for a call whose fence stays closed, nor for one beyond its quota', async () => {
  const applicationId = someApplication()
  const quota = { limit: 1, period: 'day' } as const
  const commit = createCommit(database.pool)
  const completes = jobFence(newId('job'))
  const { contributed } = withNote()
  await expect(commit(record(applicationId, { completes, contributed }))).rejects.toThrow(AlreadyCompleted)
  const passing = withNote()
  const records = [passing, withNote()].map(({ contributed: notes }) =>
    record(applicationId, { quota, contributed: notes }),
  )
  const outcomes = await inTransaction(database.pool, (client) => commitWithin(client, records))
  expect(outcomes).toEqual([undefined, expect.any(QuotaSpent)])
  expect(await notesOf(applicationId)).toEqual([passing.key])
})

test('a living resource is committed without a frozen result, and a free change without a charge', async () => {
  const applicationId = someApplication()
  const key = randomUUID()
  const resource = record(applicationId, { result: livingResource(note({ key })), charge: null, usage: null })
  await createCommit(database.pool)(resource)
  expect(await notesOf(applicationId)).toEqual([key])
  const count = async (table: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from ${table} where application_id = $1`,
      [applicationId],
    )
    return rows[0]?.count
  }
  expect(
    await Promise.all(['results', 'call_charges', 'usage_counters', 'audit_entries'].map(count)),
  ).toEqual([0, 0, 0, 1])
})
