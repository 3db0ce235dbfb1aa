import { appendLeaves, leafHash, rootOf, sha256 } from '@nani/engines/transparency-log/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestCheckpoint } from './checkpoints.ts'
import { AlteredTree } from './sequence.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'
import { tilesIn } from './tree-rows.ts'

/* Each attack has the rights of a superuser: it also switches off triggers. */

let world: LogWorld
let ids: string[] = []
beforeEach(async () => {
  world = await openLogWorld()
  ids = await world.write(300)
  await world.sequence()
  world.advance(3_600_000)
  ids.push(...(await world.write(20)))
  await world.sequence()
})
afterEach(() => world.database.drop())

const attack = (sql: string, values: unknown[] = []) => world.database.pool.query(sql, values)
const withoutTriggers = async (sql: string) => {
  const client = await world.database.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(sql)
  await client.query('set session_replication_role = default')
  client.release()
}
const messages = (found: readonly { message: string }[]) => found.map(({ message }) => message).join('\n')

test('an untouched log has no finding, and every entry was compared', async () => {
  await world.write(2, 'sandbox')
  await world.sequence()
  expect(await world.check()).toMatchObject({ entries: 322, findings: 0, waiting: 0, found: [] })
})

test.each([
  ['scopes', "array['kyc.basic', 'kyc.documents']"],
  ['api_key', "'key_test_other'"],
  ['http_status', '200'],
  ['subject', "decode('ab13', 'hex')"],
  ['purpose', "'fraud_prevention'"],
  ['at', "at + interval '1 microsecond'"],
])('a changed %s is found at its leaf', async (column, value) => {
  await attack(`update audit_entries set ${column} = ${value} where entry_id = $1`, [ids[7]])
  const { findings, found } = await world.check()
  expect(findings).toBe(1)
  expect(found[0]).toMatchObject({
    kind: 'changed',
    environment: 'production',
    entry_id: ids[7],
    application_id: 'app_p',
  })
  expect(found[0]?.entered?.until).toBe('2026-03-15T12:00:00.000Z')
})

test('a deleted row is found by its leaf', async () => {
  await attack('delete from audit_entries where entry_id = $1', [ids[7]])
  const { found } = await world.check()
  expect(found).toMatchObject([{ kind: 'removed', entry_id: ids[7], day: '2026-03-15' }])
})

test('a row that is deleted with its leaf is found as a gap, with the hour in which it entered', async () => {
  await attack('delete from audit_entries where entry_id = $1', [ids[310]])
  const { rows } = await attack('delete from audit_leaves where entry_id = $1 returning leaf_index', [
    ids[310],
  ])
  const { found } = await world.check()
  expect(found).toMatchObject([
    {
      ...{ kind: 'removed', leaf_index: Number(rows[0].leaf_index) },
      entered: { after: '2026-03-15T12:00:00.000Z', until: '2026-03-15T13:00:00.000Z' },
    },
  ])
})

test('a row that is deleted with its leaf and with the earlier checkpoints is found as a gap', async () => {
  for (const id of [ids[7], ids[310]]) {
    await attack('delete from audit_entries where entry_id = $1', [id])
    await attack('delete from audit_leaves where entry_id = $1 and leaf_index > 0', [id])
  }
  await attack('delete from audit_checkpoints where size < 320')
  await attack("update audit_checkpoints set at = '2020-01-01'")
  const { found } = await world.check()
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'removed', entered: { after: null, until: '2020-01-01T00:00:00.000Z' } }),
  )
  expect(found.map(({ kind }) => kind)).toEqual(['removed', 'removed'])
})

test.each([
  ['', 'select 1'],
  [' and whose time is altered', "update audit_checkpoints set at = '2020-01-01'"],
])(
  'all entries of the first checkpoint, removed with their leaves%s, are found as gaps',
  async (_name, sql) => {
    await attack('delete from audit_entries where entry_id = any($1)', [ids.slice(0, 300)])
    await attack('delete from audit_leaves where entry_id = any($1)', [ids.slice(0, 300)])
    await attack(sql)
    const { findings, found } = await world.check()
    expect(findings).toBe(300)
    expect(found[0]).toMatchObject({ kind: 'removed', leaf_index: 0 })
  },
)

const copied = (changes: string) => `insert into audit_entries
  select (jsonb_populate_record(e, jsonb_build_object('entry_id', 'req_added', 'request_id', 'req_added') || ${changes})).*
  from audit_entries e where entry_id = '${'$'}id'`

test('a row that is added as if it were old is found: the sequencer logs it with its true place', async () => {
  const sql = copied("jsonb_build_object('written_in', pg_current_xact_id()::text)").replace(
    '$id',
    ids[7] ?? '',
  )
  await attack(sql)
  await world.sequence()
  const { found } = await world.check()
  expect(found).toMatchObject([{ kind: 'back_dated', entry_id: 'req_added', leaf_index: 320 }])
  expect(messages(found)).toContain('dated 2026-03-15T12:00:00.000Z')
  expect(messages(found)).toContain('after the checkpoint of 2026-03-15T13:00:00.000Z')
})

test('a row that is added around the sequencer never has a leaf', async () => {
  await attack(copied("'{}'").replace('$id', ids[7] ?? ''))
  await world.sequence()
  const { found } = await world.check()
  expect(found).toMatchObject([{ kind: 'added', entry_id: 'req_added', application_id: 'app_p' }])
})

test('a row that is added in a table of another name is found', async () => {
  await attack(
    `create table hidden_20260315 partition of audit_entries for values from ('2025-01-01') to ('2025-01-02')`,
  )
  await attack(copied('\'{"day": "2025-01-01", "written_in": null}\'').replace('$id', ids[7] ?? ''))
  const { found } = await world.check()
  expect(found).toMatchObject([{ kind: 'added', entry_id: 'req_added', day: '2025-01-01' }])
})

test('an entry that is logged twice hides no row that is added', async () => {
  // Each leaf of the next day is in order.
  world.advance(24 * 3_600_000)
  const [id] = await world.write(1)
  await world.sequence()
  const { rows } = await attack(
    'delete from audit_leaves where entry_id = $1 returning *, day::text as day',
    [id],
  )
  await attack('update audit_entries set written_in = pg_current_xact_id() where entry_id = $1', [id])
  await world.sequence()
  const { rows: keys } = await attack(
    "select conname from pg_constraint where conrelid = 'audit_leaves'::regclass and contype = 'p'",
  )
  await attack(`alter table audit_leaves drop constraint ${keys[0].conname}`)
  await attack(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     values ('app_p', $1, $2, 'production', $3, $4)`,
    [rows[0].day, id, rows[0].leaf_index, rows[0].salt],
  )
  await attack(copied('\'{"written_in": null}\'').replace('$id', id ?? ''))
  const { found } = await world.check()
  expect(found).toMatchObject([
    { kind: 'added', entry_id: id, leaf_index: 321 },
    { kind: 'added', entry_id: 'req_added' },
  ])
})

test.each([
  ['above the log', 'production', '1000000000000000'],
  ['before the log', 'production', '-1'],
  ['of an unknown log', 'other', '0'],
])('a row that is added with a leaf %s is found', async (_name, environment, leaf) => {
  await attack(copied("'{}'").replace('$id', ids[7] ?? ''))
  await attack(
    `do $$ declare c record; begin for c in select conname from pg_constraint
       where conrelid = 'audit_leaves'::regclass and contype = 'c'
     loop execute format('alter table audit_leaves drop constraint %I', c.conname); end loop; end $$`,
  )
  await attack(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     select application_id, day, 'req_added', $2, $3, salt from audit_leaves where entry_id = $1`,
    [ids[7], environment, leaf],
  )
  await world.sequence()
  const { found } = await world.check()
  expect(found).toMatchObject([{ kind: 'added', entry_id: 'req_added', leaf_index: Number(leaf) }])
})

test('a commitment that is replaced to fit a changed entry does not lead to the signed root', async () => {
  await attack('update audit_entries set http_status = 200 where entry_id = $1', [ids[7]])
  await withoutTriggers(
    "update audit_bundles set commitments = overlay(commitments placing '\\x00' from 1) where bundle = 0",
  )
  const { found } = await world.check()
  expect(found.map(({ kind }) => kind)).toContain('tree_altered')
  expect(found.map(({ kind }) => kind)).toContain('changed')
})

test('a sequencer appends nothing to a tree that is not the one it signed', async () => {
  await withoutTriggers(
    "update audit_bundles set commitments = overlay(commitments placing '\\x00' from 1) where bundle = 1",
  )
  await world.write(1)
  await expect(world.sequence()).rejects.toThrow(AlteredTree)
  expect((await newestCheckpoint(world.database.pool, 'production'))?.size).toBe(320)
})

test('a sequencer signs no tree whose commitments, tiles and root were calculated again', async () => {
  const { pool } = world.database
  const { rows } = await attack(
    "select commitments from audit_bundles where environment = 'production' and bundle = 1",
  )
  const forged: Buffer = rows[0].commitments
  forged.fill(sha256(Buffer.from('forged')), 0, 32)
  const hashes = Array.from({ length: 64 }, (_, place) =>
    leafHash(forged.subarray(place * 32, place * 32 + 32)),
  )
  const tiles = await appendLeaves(256, hashes, tilesIn(pool, 'production'))
  const root = await rootOf(320, async (level, tile) => {
    const changed = [...tiles].find((one) => one.level === level && one.tile === tile)
    return changed ? changed.hashes : tilesIn(pool, 'production')(level, tile)
  })
  await withoutTriggers(
    `update audit_bundles set commitments = '\\x${forged.toString('hex')}' where environment = 'production' and bundle = 1;
     update audit_checkpoints set root = '\\x${root.toString('hex')}' where environment = 'production' and size = 320`,
  )
  await world.write(1)
  await expect(world.sequence()).rejects.toThrow(AlteredTree)
  expect((await newestCheckpoint(pool, 'production'))?.size).toBe(320)
})

test('a checkpoint without the signature of the key is found', async () => {
  await attack(
    "update audit_checkpoints set note = replace(note, 'log.example/production', 'log.example/other') where size = 320",
  )
  const { found } = await world.check()
  expect(found).toMatchObject([{ kind: 'checkpoint_forged', environment: 'production' }])
})

/** Removes the newest hour: entries, leaves, commitments, tiles, checkpoints and sizes. */
const removeNewestHour = async () => {
  await attack('delete from audit_entries where entry_id = any($1)', [ids.slice(300)])
  await attack('delete from audit_leaves where leaf_index >= 300')
  await attack('delete from audit_checkpoints where size > 300')
  await withoutTriggers(
    'update audit_bundles set commitments = substring(commitments from 1 for 44 * 32) where bundle = 1',
  )
  await attack("update audit_trees set size = 300 where environment = 'production'")
}

test('the newest hour, removed with its tiles and checkpoints, is found by a checkpoint kept elsewhere', async () => {
  const kept = await newestCheckpoint(world.database.pool, 'production')
  const ofAuditor = { keptBy: 'checkpoint.txt', environment: 'production', text: kept?.note ?? '' } as const
  await removeNewestHour()
  // The database alone contradicts nothing: that is why witnesses exist.
  expect((await world.check()).findings).toBe(0)
  const { found } = await world.check([ofAuditor])
  expect(found).toMatchObject([{ kind: 'history_shortened', environment: 'production', leaf_index: 300 }])
  expect(messages(found)).toContain('checkpoint.txt has a checkpoint of 320 leaves, and the log has only 300')
  await world.write(40)
  await world.sequence()
  const later = await world.check([ofAuditor])
  expect(later.found.map(({ kind }) => kind)).toEqual(['history_changed'])
})

test('a log without checkpoints is found, and nothing is appended to it', async () => {
  await attack("delete from audit_checkpoints where environment = 'production'")
  const { found } = await world.check()
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'history_shortened', environment: 'production' }),
  )
  await world.write(1)
  await expect(world.sequence()).rejects.toThrow(AlteredTree)
})

test('a kept checkpoint of another key is a finding, and the check goes on', async () => {
  const other = await openLogWorld()
  await other.write(1)
  await other.sequence()
  const foreign = await newestCheckpoint(other.database.pool, 'production')
  await other.database.drop()
  const { entries, found } = await world.check([
    { keptBy: 'witness', environment: 'production', text: foreign?.note ?? '' },
  ])
  expect(found).toMatchObject([{ kind: 'checkpoint_forged', environment: 'production' }])
  expect(entries).toBe(320)
})
