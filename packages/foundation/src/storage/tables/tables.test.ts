import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { type TableKind, tenantColumn } from './table-entry.ts'
import { tableKinds } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const columnOf = (table: string): string | null => {
  const kind = tableKinds[table] as TableKind
  if (kind.kind === 'tenant') return tenantColumn
  return kind.kind === 'citizen' ? kind.column : null
}

test('every table has an entry, and no entry outlives its table', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableKinds).toSorted())
})

test('the primary key of a tenant table begins with application_id', async () => {
  const { rows } = await database.pool.query<{ name: string; first: string }>(`
    select c.relname as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and not c.relispartition`)
  const firsts = new Map(rows.map(({ name, first }) => [name, first]))
  const wrong = Object.entries(tableKinds)
    .filter(([name, { kind }]) => kind === 'tenant' && firsts.get(name) !== tenantColumn)
    .map(([name]) => `${name} begins with ${firsts.get(name)}`)
  expect(wrong).toEqual([])
})

test('every unique index of a distributed table contains its distribution column', async () => {
  const { rows } = await database.pool.query<{ name: string; index: string; columns: string[] }>(`
    select c.relname as name, x.relname as index,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`)
  expect(rows.length).toBeGreaterThan(30)
  const wrong = rows.filter(({ name, columns }) => {
    const column = columnOf(name)
    return column !== null && !columns.includes(column)
  })
  expect(wrong.map(({ name, index }) => `${index} on ${name}`)).toEqual([])
})

test('a foreign key of a distributed table stays on its node', async () => {
  const { rows } = await database.pool.query<{ from: string; to: string; columns: string[] }>(`
    select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to",
      array(select a.attname::text from pg_attribute a where a.attrelid = f.conrelid and a.attnum = any(f.conkey)) as columns
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition`)
  expect(rows.length).toBeGreaterThan(2)
  const crosses = ({ from, to, columns }: { from: string; to: string; columns: string[] }): boolean => {
    const target = tableKinds[to]?.kind
    if (target === 'reference') return tableKinds[from]?.kind === 'local'
    // Both tables are on the coordinator alone.
    if (target === 'local' && tableKinds[from]?.kind === 'local') return false
    return target !== tableKinds[from]?.kind || !columns.includes(columnOf(from) ?? '')
  }
  expect(rows.filter(crosses)).toEqual([])
})
