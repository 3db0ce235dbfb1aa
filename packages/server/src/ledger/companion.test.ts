import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { heldClock, idSource, systemRandom } from '../core/index.ts'
import { inTransaction, maintainPartitions } from '../storage/index.ts'
import { AlreadySettled, type CallRecord, commitWithin, createCommit, QuotaSpent } from './commit.ts'
import { callRecord } from './testing/call-record.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const newId = idSource(heldClock(noon), systemRandom())

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await maintainPartitions(database.pool, noon)
})
afterAll(() => database.drop())

const record = (applicationId: string, changes: Partial<CallRecord> = {}) =>
  callRecord(applicationId, newId, changes)
const someApplication = () => `app_${randomUUID()}`

/** Keeps a note of each call, where a test can find it: the part stands in for the rows of a service. */
const notes = {
  name: 'notes',
  expressions: `, note as (
    insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
    select $1, (passed.companion->>'key')::uuid, 'note', (passed.companion->>'key')::uuid, at, at
    from passed where passed.companion is not null
  )`,
}
const withNote = () => {
  const key = randomUUID()
  return { key, companion: { part: notes, row: { key } } }
}
const notesOf = async (applicationId: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from idempotency_keys where application_id = $1 and fingerprint = 'note'`,
    [applicationId],
  )
  return rows.map(({ key }) => key).sort()
}

test('a companion is written with the calls that bring one, and only for them', async () => {
  const applicationId = someApplication()
  const [one, other] = [withNote(), withNote()]
  const records = [
    record(applicationId, { companion: one.companion }),
    record(applicationId),
    record(applicationId, { companion: other.companion }),
  ]
  const commit = createCommit(database.pool)
  await Promise.all(records.map(commit))
  expect(await notesOf(applicationId)).toEqual([one.key, other.key].sort())
})

test('a companion is not written for a call whose fence does not open, nor for one beyond its quota', async () => {
  const applicationId = someApplication()
  const quota = { limit: 1, period: 'day' } as const
  const commit = createCommit(database.pool)
  const lost = { kind: 'job', jobId: newId('job'), events: [] } as CallRecord['settles']
  const { companion } = withNote()
  await expect(commit(record(applicationId, { settles: lost, companion }))).rejects.toThrow(AlreadySettled)
  const passing = withNote()
  const records = [passing, withNote()].map(({ companion: note }) =>
    record(applicationId, { quota, companion: note }),
  )
  const outcomes = await inTransaction(database.pool, (client) => commitWithin(client, records))
  expect(outcomes).toEqual([undefined, expect.any(QuotaSpent)])
  expect(await notesOf(applicationId)).toEqual([passing.key])
})
