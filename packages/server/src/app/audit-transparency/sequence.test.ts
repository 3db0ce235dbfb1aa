import { canonicalJson } from '@nani/contract'
import { openCheckpoint, readVerifierKey, rootOf, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { hourMs, systemRandom } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { canonicalEntry, canonicalMembers, writeAuditEntry } from '../audit/index.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { findEntries, proveEntry, verifyEntryProof } from './prove-entry.ts'
import { sequenceStep } from './sequence.ts'
import { entryOf, type LogWorld, openLogWorld } from './testing/log-world.ts'
import { tilesIn } from './tree-rows.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
})
afterEach(() => world.database.drop())

const leaves = async () => {
  const { rows } = await world.database.pool.query<{
    entry_id: string
    environment: string
    leaf_index: string
  }>('select entry_id, environment, leaf_index from audit_leaves order by environment, leaf_index')
  return rows
}
const indexesOf = (rows: Awaited<ReturnType<typeof leaves>>, environment: string) =>
  rows.filter((row) => row.environment === environment).map(({ leaf_index }) => Number(leaf_index))

test('each committed entry has one leaf, in the tree of its environment', async () => {
  const early = await world.write(3, 'sandbox')
  await world.sequence()
  const late = [...(await world.write(300, 'production')), ...(await world.write(2, 'sandbox'))]
  await world.sequence()
  await world.sequence()
  const rows = await leaves()
  expect(rows.map(({ entry_id }) => entry_id).sort()).toEqual([...early, ...late].sort())
  expect(indexesOf(rows, 'sandbox')).toEqual([0, 1, 2, 3, 4])
  expect(indexesOf(rows, 'production')).toEqual(Array.from({ length: 300 }, (_, index) => index))
  for (const environment of ['sandbox', 'production'] as const) {
    const stored = await newestCheckpoint(world.database.pool, environment)
    const key = readVerifierKey(verifierKey(world.signers[environment]))
    const { checkpoint } = openCheckpoint(stored?.note ?? '', key)
    expect(checkpoint.size).toBe(environment === 'sandbox' ? 5 : 300)
    expect(await rootOf(checkpoint.size, tilesIn(world.database.pool, environment))).toEqual(checkpoint.root)
  }
})

test('an entry whose transaction commits late comes after those that committed before', async () => {
  await world.write(1)
  await world.sequence()
  const slow = await world.database.pool.connect()
  await slow.query('begin')
  const lateEntry = entryOf('app_p')
  await writeAuditEntry(slow, lateEntry)
  await world.write(2)
  await world.sequence()
  expect(indexesOf(await leaves(), 'production')).toEqual([0, 1, 2])
  await slow.query('commit')
  slow.release()
  const [after] = await world.write(1)
  await world.sequence()
  const rows = await leaves()
  expect(
    rows
      .slice(3)
      .map(({ entry_id }) => entry_id)
      .sort(),
  ).toEqual([lateEntry.request_id, after].sort())
})

/** Commits entries in one transaction each, as a load test or a long outage of the sequencer leaves them. */
const writeMany = async (client: pg.Pool | pg.PoolClient, count: number, name: string) => {
  const { rows } = await client.query<{ written_in: string }>(
    `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path, http_status,
       scopes, actor, api_key, outcome)
     select 'app_p', '2026-03-15', $2 || i, $3, $2 || i, '203.0.113.7', 'GET', '/v1/jobs/a', 200, '{}', 'application',
       'key_test_x', 'match'
     from generate_series(1, $1::int) i returning written_in`,
    [count, name, new Date(noon)],
  )
  return rows[0]?.written_in ?? ''
}

test('a step that cannot take all entries moves its position, and none of them is lost or repeated', async () => {
  await world.write(1)
  await world.sequence()
  const { pool } = world.database
  const slow = await pool.connect()
  await slow.query('begin')
  await writeMany(slow, 3, 'req_slow')
  const transactions: string[] = []
  for (const name of ['req_a', 'req_b', 'req_c']) transactions.push(await writeMany(pool, 7_000, name))
  const step = () =>
    sequenceStep({
      ...{ pool, random: systemRandom(), clock: { now: () => noon } },
      readSigners: async () => world.signers,
    })

  expect(await step()).toMatchObject({ appended: 10_000, more: true })

  const { rows } = await pool.query<{ xmax: string }>(
    'select pg_snapshot_xmax(read_until::pg_snapshot)::text as xmax from audit_sequencing',
  )
  expect(rows[0]?.xmax).toBe(transactions[1])
  await slow.query('commit')
  slow.release()
  expect(await step()).toMatchObject({ appended: 10_000, more: true })
  expect(await step()).toMatchObject({ appended: 1_003, more: false })
  expect(indexesOf(await leaves(), 'production')).toEqual(Array.from({ length: 21_004 }, (_, index) => index))
  expect(await world.check()).toMatchObject({ entries: 21_004, waiting: 0, findings: 0 })
})

test('a transaction that rolls back leaves no leaf', async () => {
  const client = await world.database.pool.connect()
  await client.query('begin')
  await writeAuditEntry(client, entryOf('app_p'))
  await client.query('rollback')
  client.release()
  await world.sequence()
  expect(await leaves()).toEqual([])
})

test('entries of before the log are in its first checkpoint', async () => {
  const ids = await world.write(20)
  await world.database.pool.query('update audit_entries set written_in = null')
  await world.sequence()
  expect((await leaves()).map(({ entry_id }) => entry_id).sort()).toEqual([...ids].sort())
  const { rows } = await world.database.pool.query(
    "select size from audit_checkpoints where environment = 'production'",
  )
  expect(rows).toEqual([{ size: 20 }])
})

test('after a restore on a server with lower transaction numbers nothing is lost or repeated', async () => {
  await world.write(3)
  await world.sequence()
  const waiting = await world.write(2)
  // As a restore leaves them: the numbers are those of the other server.
  await world.database.pool.query("update audit_sequencing set read_until = '900000000:900000000:'")
  await world.sequence()
  const rows = await leaves()
  expect(indexesOf(rows, 'production')).toEqual([0, 1, 2, 3, 4])
  expect(
    rows
      .slice(3)
      .map(({ entry_id }) => entry_id)
      .sort(),
  ).toEqual([...waiting].sort())
})

const addPartitions = (days: number) =>
  world.database.pool.query(
    `select create_missing_partition(name, d::date) from unnest(array['audit_entries', 'audit_leaves']) as name,
       generate_series('2026-03-15'::date, '2026-03-15'::date + $1::integer, interval '1 day') d`,
    [days],
  )

test('a sequencer that was away for five days takes every entry of them, and until then they wait', async () => {
  await addPartitions(6)
  await world.write(1)
  await world.sequence()
  for (let day = 0; day < 5; day++) {
    await world.write(2)
    world.advance(24 * hourMs)
  }
  expect(await world.check()).toMatchObject({ waiting: 10, findings: 0 })

  await world.sequence()

  expect(await world.check()).toMatchObject({ entries: 11, waiting: 0, findings: 0, found: [] })
})

test('a step that finds nothing for an hour moves its position, so that the next looks at few days', async () => {
  await addPartitions(6)
  await world.write(1)
  await world.sequence()
  world.advance(5 * 24 * hourMs)
  await world.sequence()
  const { rows } = await world.database.pool.query<{ read_at: Date }>('select read_at from audit_sequencing')
  expect(rows[0]?.read_at.getTime()).toBe(noon + 5 * 24 * hourMs)
})

test('PostgreSQL renders an entry in the canonical form of RFC 8785', async () => {
  const odd = ['"', '\\', '\b\f\n\r\t', '\u0001\u001f\u007f', 'é€😀', '\u2028', '/', '<', '']
  await world.write(1, 'production', {
    path: odd.join(''),
    scopes: odd,
    read_ids: [],
    outcome: 'null',
    at_ms: noon + 7,
  })
  const { rows } = await world.database.pool.query<{ canonical: string }>(
    `select ${canonicalEntry} as canonical from audit_entries e`,
  )
  const [{ canonical } = { canonical: '' }] = rows
  expect(canonicalJson(JSON.parse(canonical))).toBe(canonical)
  expect(JSON.parse(canonical)).toMatchObject({
    ...{ at: '2026-03-15T12:00:00.007Z', day: '2026-03-15', subject: 'ab12', path: odd.join('') },
    ...{ scopes: odd, read_ids: [], http_status: 404 },
  })
  expect(JSON.parse(canonical)).not.toHaveProperty('service')
})

/** The commit writes it after the entry. */
const notCovered = ['written_in']

test('a leaf covers every column of an entry, but for the mark of its transaction', async () => {
  const { rows } = await world.database.pool.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = 'audit_entries'::regclass and attnum > 0 and not attisdropped`,
  )
  const columns = rows.map(({ name }) => name).filter((name) => !notCovered.includes(name))
  expect([...canonicalMembers]).toEqual(columns.sort())
})

test('the proof of an entry verifies with the published key alone', async () => {
  const ids = await world.write(5)
  await world.sequence()
  const [, id = ''] = ids
  const [key] = await findEntries(world.database.pool, world.archive, { entryId: id, madeAtMs: noon })
  const proof = key && (await proveEntry(world.database.pool, world.archive, key))
  const text = proof?.state === 'proved' ? proof.text : ''
  const published = readVerifierKey(verifierKey(world.signers.production))
  expect(verifyEntryProof(text, { key: published, witnesses: [] })).toMatchObject({
    ...{ origin: 'log.example/production', size: 5, entry: { entry_id: id, application_id: 'app_p' } },
  })
  const other = readVerifierKey(verifierKey(world.signers.sandbox))
  expect(() => verifyEntryProof(text, { key: other, witnesses: [] })).toThrow('not signed by the key')
  const [, extra = ''] = /extra (\S+)/.exec(text) ?? []
  const forged = Buffer.from(Buffer.from(extra, 'base64').toString().replace('404', '200')).toString('base64')
  expect(() => verifyEntryProof(text.replace(extra, forged), { key: published, witnesses: [] })).toThrow(
    'is not the leaf',
  )
})

test('the id of a request finds the entries of its results', async () => {
  for (const id of ['kyc_1', 'kyc_2'])
    await world.database.pool.query(
      `insert into audit_entries (application_id, day, entry_id, at, actor, request_id, result_id, read_ids)
       values ('app_p', '2026-03-15', $1, $2, 'application', $3, $1, '{}')`,
      [id, new Date(noon + 30_000), id === 'kyc_1' ? 'req_of_one' : 'req_of_two'],
    )
  await world.write(1, 'production', { request_id: 'req_of_two' })
  const found = async (entryId: string) =>
    (await findEntries(world.database.pool, world.archive, { entryId, madeAtMs: noon })).map(
      (key) => key.entryId,
    )
  expect(await found('req_of_one')).toEqual(['kyc_1'])
  // No step has given an entry a leaf yet.
  expect((await found('req_of_two')).sort()).toEqual(['kyc_2', 'req_of_two'])
  await world.sequence()
  expect(await found('req_of_two')).toEqual(['req_of_two'])
})

test('an entry without a checkpoint waits, and one without a leaf is absent', async () => {
  await world.write(1)
  await world.sequence()
  const [id = ''] = await world.write(1)
  const key = { applicationId: 'app_p', entryId: id, day: '2026-03-15' }
  expect(await proveEntry(world.database.pool, world.archive, key)).toEqual({ state: 'absent' })
  expect(
    await findEntries(world.database.pool, world.archive, { entryId: 'req_unknown', madeAtMs: noon }),
  ).toEqual([])
})

test('the hashes of a tree grow and are never replaced', async () => {
  await world.write(2)
  await world.sequence()
  const replaced = world.database.pool.query(
    "update audit_bundles set commitments = decode(repeat('00', 64), 'hex')",
  )
  await expect(replaced).rejects.toThrow('only added to')
})
