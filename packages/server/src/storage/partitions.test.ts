import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { dayOf, maintainPartitions, partitionedTables } from './partitions.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const dayMs = 86_400_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const daysOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  )
  return rows.map(({ name }) => name.slice(table.length + 1))
}

const plain = (epochMs: number) => dayOf(epochMs).replaceAll('-', '')

test('partitions are made from yesterday to three days ahead, and kept as long as their table says', async () => {
  await Promise.all([1, 2, 3].map(() => maintainPartitions(database.pool, noon)))
  for (const [table, keptDays] of Object.entries(partitionedTables)) {
    const first = [-1, 0, 1, 2, 3].map((offset) => plain(noon + offset * dayMs))
    expect(await daysOf(table), table).toEqual(first)
    // Yesterday's is the oldest: it stays to its last day, and goes on the next.
    await maintainPartitions(database.pool, noon + (keptDays - 1) * dayMs)
    expect((await daysOf(table))[0], table).toBe(plain(noon - dayMs))
    await maintainPartitions(database.pool, noon + keptDays * dayMs)
    expect((await daysOf(table))[0], table).toBe(plain(noon))
    await database.pool.query((await daysOf(table)).map((day) => `drop table ${table}_${day}`).join(';'))
    for (const other of Object.keys(partitionedTables)) {
      const left = await daysOf(other)
      if (left.length > 0)
        await database.pool.query(left.map((day) => `drop table ${other}_${day}`).join(';'))
    }
    await maintainPartitions(database.pool, noon)
  }
})

test('days are those of UTC', () => {
  expect(dayOf(Date.parse('2026-03-15T23:59:59.999Z'))).toBe('2026-03-15')
  expect(dayOf(Date.parse('2026-03-16T00:00:00+01:00'))).toBe('2026-03-15')
})
