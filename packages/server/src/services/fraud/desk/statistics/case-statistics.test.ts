import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environments, fraudCaseStatuses, fraudTypes } from '@nani/contract'
import { hourMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../../testing/database.ts'
import { noon } from '../../../../../../../testing/noon.ts'
import { addUpCaseCounts } from '../../retention.ts'
import { caseStatistics } from './case-statistics.ts'
import { percentileOf } from './percentile.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = new Date(noon)
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item

let made = 0
const addCases = async (count: number): Promise<void> => {
  const rows = Array.from({ length: count }, () => {
    const createdMs = noon - randomInt(30 * 24) * hourMs
    return {
      case_id: `frd_${++made}`,
      ...{ environment: pick(environments), type: pick(fraudTypes), status: pick(fraudCaseStatuses) },
      created_at: new Date(createdMs),
      changed_at: new Date(createdMs + randomInt(2_000_000) * 1_000),
      // Some become late today, before and after noon.
      due_at: new Date(noon + randomInt(-72, 72) * hourMs),
    }
  })
  await database.pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, status, created_at, changed_at,
       through_alias, parties, has_identified_party, evidence_count, due_at)
     select 'app', case_id, environment, case_id, type, status, created_at, changed_at, false, '{}', false, 0, due_at
     from json_to_recordset($1) as r(case_id text, environment text, type text, status text, created_at timestamptz,
       changed_at timestamptz, due_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}

/** The same from the cases themselves. */
const fromCases = async (environment: string) => {
  const { rows } = await database.pool.query(
    `select type, count(*)::integer as total,
       count(*) filter (where status in ('received', 'under_review') and due_at < $2)::integer as late,
       count(*) filter (where status = 'confirmed')::integer as confirmed
     from fraud_cases where environment = $1 group by grouping sets ((type), ()) order by type collate "C"`,
    [environment, now],
  )
  return rows
}
const fromCounts = async (environment: (typeof environments)[number]) => {
  const { by_type, total, late, by_status } = await caseStatistics(
    [{ name: 'home', pool: database.pool }],
    environment,
    now,
  )
  const types = Object.entries(by_type).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [
    ...types.map(([type, one]) => ({
      ...{ type, total: one.total, late: one.late, confirmed: one.by_status.confirmed },
    })),
    { type: null, total, late, confirmed: by_status.confirmed },
  ]
}
const areEqual = async () => {
  for (const environment of environments)
    expect(await fromCounts(environment)).toEqual(await fromCases(environment))
}

test('counts follow each case that is added, changed, moved or removed, also when they are added up', async () => {
  const { pool } = database
  await addCases(400)
  await areEqual()
  await pool.query(`update fraud_cases set status = 'confirmed', changed_at = $1 where case_id like '%3'`, [
    now,
  ])
  await areEqual()
  await addUpCaseCounts(pool)
  await areEqual()
  await pool.query(`update fraud_cases set status = 'under_review' where case_id like '%13'`)
  await pool.query(`update fraud_cases set due_at = $1 where case_id like '%7'`, [new Date(noon - hourMs)])
  await pool.query(`delete from fraud_cases where case_id like '%5'`)
  await Promise.all([addCases(50), addUpCaseCounts(pool), addUpCaseCounts(pool), addCases(50)])
  await areEqual()

  // A change that moves no case from one kind to another adds nothing.
  await addUpCaseCounts(pool)
  const rowsOf = async (text: string) => (await pool.query(text)).rowCount
  const kinds = await rowsOf(
    'select distinct environment, type, status, due_day, decided_after from fraud_case_counts',
  )
  await pool.query('update fraud_cases set priority = 3')
  expect(await rowsOf('select from fraud_case_counts')).toBe(kinds)
})

test('the times to a decision are those of the cases, to two digits', async () => {
  const { pool } = database
  await addCases(300)
  for (const environment of environments) {
    const { time_to_decision } = await caseStatistics([{ name: 'home', pool }], environment, now)
    const { rows } = await pool.query<{ median: number; p90: number }>(
      `select percentile_cont(0.5) within group (order by seconds) as median,
         percentile_cont(0.9) within group (order by seconds) as p90
       from (select extract(epoch from changed_at - created_at) as seconds from fraud_cases
         where environment = $1 and status not in ('received', 'under_review')) as decided`,
      [environment],
    )
    const { median = 0, p90 = 0 } = rows[0] ?? {}
    expect(Math.abs((time_to_decision.median_seconds ?? 0) / median - 1)).toBeLessThanOrEqual(0.05)
    expect(Math.abs((time_to_decision.p90_seconds ?? 0) / p90 - 1)).toBeLessThanOrEqual(0.05)
  }
})

test.each([
  [0, 0],
  [9, 9],
  [60, 60],
  [99, 99],
  [104, 100],
  [3_661, 3_700],
  [86_400, 86_000],
  [-5, 0],
])('a decision after %s seconds counts as one after %s', async (seconds, counted) => {
  const { rows } = await database.pool.query<{ after: string }>(
    `select decided_after_of_case('dismissed', $1, $1::timestamptz + $2 * interval '1 second') as after`,
    [now, seconds],
  )
  expect(Number(rows[0]?.after)).toBe(counted)
})

test('a percentile of counted values is that of the values', () => {
  const counted = [
    { value: 40, count: 1 },
    { value: 10, count: 2 },
    { value: 20, count: 1 },
  ]
  expect(percentileOf(counted, 0.5)).toBe(15)
  expect(percentileOf(counted, 0.9)).toBeCloseTo(34)
  expect(percentileOf([{ value: 7, count: 5 }], 0.9)).toBe(7)
  expect(percentileOf([], 0.5)).toBeNull()
})

/** The last statement of the migration that adds the counts. */
const countOfCasesOfBefore = readFileSync(
  join(import.meta.dirname, '../../../../../../foundation/src/storage/migrations/370-fraud-case-counts.sql'),
  'utf8',
)
  .split(';')
  .map((statement) => statement.trim())
  .filter(
    (statement) =>
      statement.startsWith('insert into fraud_case_counts') && statement.includes('from fraud_cases'),
  )
  .at(-1)

test('an upgrade counts the cases of before', async () => {
  const { pool } = database
  await addCases(40)
  const statistics = () =>
    Promise.all(environments.map((name) => caseStatistics([{ name: 'home', pool }], name, now)))
  const counted = await statistics()
  await pool.query('truncate fraud_case_counts')
  expect(await statistics()).not.toEqual(counted)
  await pool.query(countOfCasesOfBefore ?? '')
  expect(await statistics()).toEqual(counted)
})
