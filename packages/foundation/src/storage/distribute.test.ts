import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { distributionStatements, distributions, undistributedTables } from './distribute.ts'
import { citizenBy, local, reference, tenant } from './tables/table-entry.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the register is distributed, and nothing else', () => {
  expect(distributions().map(({ table }) => table)).toEqual([
    ...['businesses', 'document_numbers', 'phone_numbers'],
    ...['citizens', 'credit_records', 'face_templates', 'register_files'],
  ])
  const [businesses, citizens] = ['businesses', 'citizens'].map((name) =>
    distributions().find(({ table }) => table === name),
  )
  expect(businesses?.statement).toBe(
    "select create_reference_table('businesses') where not exists (select from pg_dist_partition " +
      "where logicalrelid = 'businesses'::regclass and partmethod = 'n' and repmodel = 't')",
  )
  expect(citizens?.statement).toBe(
    "select create_distributed_table('citizens', 'svc_id', colocate_with => 'none') where not exists " +
      "(select from pg_dist_partition where logicalrelid = 'citizens'::regclass and partmethod = 'h')",
  )
  const planted = {
    calls: { kind: tenant },
    settings: { kind: local, place: 'register' as const },
    a_photographs: { kind: citizenBy('svc_id') },
    citizens: { kind: citizenBy('svc_id') },
    z_codes: { kind: reference, place: 'register' as const },
    lists: { kind: reference },
  }
  expect(distributions(planted).map(({ table }) => table)).toEqual(['z_codes', 'citizens', 'a_photographs'])
})

test('tables of one group have the same type of column', async () => {
  const columns = distributionStatements().flatMap((text) => {
    const [, table, column, together] =
      /distributed_table\('(\w+)', '(\w+)', colocate_with => '(\w+)'/.exec(text) ?? []
    return table && column ? [{ table, column, group: together === 'none' ? table : together }] : []
  })
  const { rows } = await database.pool.query<{ table: string; column: string; type: string }>(
    `select attrelid::regclass::text as table, attname as column, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = any($1::regclass[]) and attnum > 0`,
    [columns.map(({ table }) => table)],
  )
  const typeOf = (table: string, column: string) =>
    rows.find((row) => row.table === table && row.column === column)?.type
  expect(columns.map(({ group }) => group)).toEqual(['citizens', 'citizens', 'citizens', 'register_files'])
  for (const { table, column, group } of columns) {
    const ofGroup = columns.find((one) => one.table === group)
    expect(typeOf(table, column), table).toBe(typeOf(group as string, ofGroup?.column as string))
  }
})

test('a table comes after those that its foreign keys name, and no table outside has a foreign key to it', async () => {
  const order = distributions()
  const names = order.map(({ table }) => table)
  const { rows } = await database.pool.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and confrelid = any($1::regclass[])`,
    [names],
  )
  for (const { from, to } of rows) {
    expect(names, `${from} has a foreign key to ${to}`).toContain(from)
    expect(names.indexOf(to), `${from} has a foreign key to ${to}`).toBeLessThan(names.indexOf(from))
  }
})

test('no distributed table has a trigger, which Citus refuses', async () => {
  const { rows } = await database.pool.query(
    `select tgrelid::regclass::text as table from pg_trigger where not tgisinternal and tgrelid = any($1::regclass[])`,
    [distributions().map(({ table }) => table)],
  )
  expect(rows).toEqual([])
})

test('the statements run once each, also for a table that Citus made local, and none is skipped silently', async () => {
  const client = await database.pool.connect()
  try {
    // What Citus provides, reduced to its bookkeeping: the SQL is checked, the distribution is not.
    await client.query(`
      begin;
      create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char");
      create function create_reference_table(name regclass) returns void language sql begin atomic
        insert into pg_dist_partition values (name, 'n', 't')
        on conflict (logicalrelid) do update set repmodel = 't'; end;
      create function create_distributed_table(name regclass, col text, colocate_with text) returns void language sql
        begin atomic insert into pg_dist_partition values (name, 'h', 's'); end;
      -- A local table that Citus manages because of a foreign key.
      insert into pg_dist_partition values ('businesses', 'n', 's');`)
    expect(await undistributedTables(client)).toHaveLength(distributions().length)
    for (let run = 0; run < 2; run++)
      for (const statement of distributionStatements()) await client.query(statement)
    expect(await undistributedTables(client)).toEqual([])
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from pg_dist_partition')
    expect(rows[0]?.n).toBe(distributions().length)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
