import { canonicalJson } from '@nani/contract'
import { readVerifierKey, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../../testing/noon.ts'
import { canonicalAct, canonicalActMembers } from '../../../gateway/acts/index.ts'
import { verifyEntryProof } from '../prove-entry.ts'
import { type LogWorld, openLogWorld } from '../testing/log-world.ts'
import { proveAct } from './prove-act.ts'

/* The attacks have the rights of a superuser. */

let world: LogWorld
let numbers: string[] = []
beforeEach(async () => {
  world = await openLogWorld()
  await world.write(3)
  numbers = await world.act(300)
  await world.sequence()
  world.advance(hour)
  numbers.push(...(await world.act(5)))
  await world.write(2)
  await world.sequence()
})
afterEach(() => world.database.drop())

const hour = 3_600_000
const query = async (sql: string, values: unknown[] = []) =>
  (await world.database.pool.query<Record<string, string>>(sql, values)).rows
const leafOf = async (number: string) =>
  Number((await query('select leaf_index from act_leaves where act_number = $1', [number]))[0]?.leaf_index)

test('each act has one leaf between the entries of production, and an untouched log has no finding', async () => {
  const places = await query(
    'select leaf_index from act_leaves union all select leaf_index from audit_leaves order by 1',
  )
  expect(places.map(({ leaf_index }) => Number(leaf_index))).toEqual(
    Array.from({ length: 310 }, (_, at) => at),
  )
  expect(await world.check()).toMatchObject({ entries: 5, acts: 305, waiting: 0, findings: 0, found: [] })
})

test('an act of a transaction that commits late gets its leaf in a later step', async () => {
  const slow = await world.database.pool.connect()
  await slow.query('begin')
  await slow.query(
    `insert into acts (at, actor_kind, actor, action, subject) values (to_timestamp($1), 'operator', 'a', 'x.y', 's')`,
    [1_773_579_600],
  )
  await world.act(2)
  await world.sequence()
  expect(await query('select count(*)::int as count from act_leaves')).toEqual([{ count: 307 }])
  await slow.query('commit')
  slow.release()
  expect(await world.check()).toMatchObject({ waiting: 1, findings: 0 })
  await world.sequence()
  expect(await world.check()).toMatchObject({ acts: 308, waiting: 0, findings: 0 })
})

/** As an upgrade finds the log: acts of before have no leaf, and no number of a transaction. */
const asBefore = async () => {
  await world.database.pool.query(
    `delete from act_leaves; delete from audit_leaves; delete from audit_bundles; delete from audit_tiles;
     delete from audit_checkpoints;
     update audit_trees set size = 0;
     update audit_sequencing set read_until = null, acts_read_until = null;
     update acts set written_in = null`,
  )
}
/** An act that is dated so long before noon, in hours. */
const actAt = async (hours: number, writtenIn: string | null): Promise<string> => {
  const [row] = await query(
    `insert into acts (at, actor_kind, actor, action, subject, written_in)
     values (to_timestamp($1), 'operator', 'a', 'x.y', 's', $2) returning act_number`,
    [noon / 1_000 - hours * 3_600, writtenIn],
  )
  return row?.act_number as string
}
const transactionNow = async () =>
  (await query('select pg_current_xact_id()::text as number'))[0]?.number as string

test('acts of before the log are taken in their order, more than a step has, and none is added again', async () => {
  await asBefore()
  await query(
    `insert into acts (at, actor_kind, actor, action, subject, written_in)
       select timestamptz '2026-03-15 13:00Z' + make_interval(secs => i / 10.0), 'operator', 'a', 'x.y', i::text, null
       from generate_series(1, 10500) i`,
  )
  await world.sequence()
  expect(await world.check()).toMatchObject({ entries: 5, acts: 10_805, waiting: 0, findings: 0, found: [] })
  await world.act(1)
  await world.sequence()
  expect(await world.check()).toMatchObject({ acts: 10_806, findings: 0 })
})

test('an act of before that is dated after its leaf makes no later one a finding', async () => {
  await asBefore()
  await actAt(-90 * 24, null)
  await actAt(-2, null)
  await world.sequence()
  await world.act(1)
  await world.sequence()
  expect(await world.check()).toMatchObject({ acts: 308, findings: 0 })
})

test('after a restore on a server with lower numbers, acts with leaves wait for nothing, and others are taken', async () => {
  await query('update acts set written_in = $1 where act_number = $2', [String(2 ** 40), numbers[3]])
  await query('update audit_sequencing set acts_read_until = $1, read_until = $1', [
    `${2 ** 40}:${2 ** 40 + 9}:`,
  ])
  await actAt(-1, String(2 ** 40 + 1))
  expect(await world.check()).toMatchObject({ waiting: 1, findings: 0 })
  await world.sequence()
  expect(await world.check()).toMatchObject({ acts: 306, waiting: 0, findings: 0 })
})

test.each([
  ['actor', "'bosco'"],
  ['action', "'reviews.reject'"],
  ['subject', "'rev_other'"],
  ['account', "'root'"],
  ['organization_id', "'org_1'"],
  ['before', `'{"status": "approved"}'`],
  ['after', 'null'],
  ['at', "at + interval '1 microsecond'"],
])('a changed %s of an act is found at its leaf', async (column, value) => {
  const number = numbers[7] as string
  await query(`update acts set ${column} = ${value} where act_number = $1`, [number])
  const { findings, found } = await world.check()
  expect(findings).toBe(1)
  expect(found[0]).toMatchObject({
    ...{ kind: 'changed', environment: 'production', entry_id: `act_${number}` },
    leaf_index: await leafOf(number),
  })
})

test('a deleted act is found by its leaf, and without its leaf as a gap', async () => {
  const [first, second] = [numbers[7] as string, numbers[302] as string]
  const leaf = await leafOf(second)
  await query('delete from acts where act_number = any($1)', [[first, second]])
  await query('delete from act_leaves where act_number = $1', [second])
  const { found } = await world.check()
  expect(found).toMatchObject([
    { kind: 'removed', entry_id: `act_${first}` },
    { kind: 'removed', leaf_index: leaf },
  ])
})

test('an act that is added as if it were old is back-dated, and one that avoids the sequencer is added', async () => {
  // No act entered the log for a week, and entries did.
  world.advance(7 * 24 * hour)
  await world.write(1)
  await world.sequence()
  const old = await actAt(0, await transactionNow())
  const asBeforeTheLog = await actAt(100, null)
  await world.database.pool.query('update audit_sequencing set acts_sweep_number = $1', [Number(old) - 1])
  await world.sequence()
  const hidden = await actAt(-1, null)
  await world.sequence()
  const { found } = await world.check()
  expect(found.map(({ kind, entry_id }) => [kind, entry_id])).toEqual([
    ['back_dated', `act_${old}`],
    ['back_dated', `act_${asBeforeTheLog}`],
    ['added', `act_${hidden}`],
  ])
  const [last] = await query('select max(leaf_index) + 9 as leaf from act_leaves')
  await query("insert into act_leaves values ($1, $2, decode(repeat('00', 16), 'hex'))", [hidden, last?.leaf])
  expect((await world.check()).found[2]).toMatchObject({ kind: 'added', leaf_index: Number(last?.leaf) })
})

test('a proof of an act has the whole act, and verifies with the key of the log', async () => {
  const number = numbers[4] as string
  const proof = await proveAct(world.database.pool, number)
  if (proof.state !== 'proved') throw new Error(proof.state)
  const key = readVerifierKey(verifierKey(world.signers.production))
  expect(verifyEntryProof(proof.text, { key, witnesses: [] }).entry).toMatchObject({
    ...{ act_number: Number(number), actor: 'amina', actor_kind: 'operator', action: 'reviews.approve' },
    ...{ after: '{"a": ["x"]}', at: '2026-03-15T12:00:00Z' },
  })
  expect(await proveAct(world.database.pool, '999999')).toEqual({ state: 'absent' })
})

test('the canonical form of an act is RFC 8785, and has every column but the number of the transaction', async () => {
  const columns = await query(
    `select column_name::text as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'acts' and column_name <> 'written_in'`,
  )
  expect(canonicalActMembers).toEqual(columns.map(({ name }) => name).sort())
  for (const { text } of await query(`select ${canonicalAct} as text from acts e limit 20`))
    expect(canonicalJson(JSON.parse(text as string))).toBe(text)
})
