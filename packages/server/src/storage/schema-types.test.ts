import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { schemaTypes } from './schema-types.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.drop())

test('the committed table types are those of the migrated schema (else: npm run schema:types)', async () => {
  const committed = await readFile(join(import.meta.dirname, 'schema.generated.ts'), 'utf8')
  expect(await schemaTypes(database.pool)).toBe(committed)
})

test('maps types, nulls, defaults and computed columns, and leaves partitions out', async () => {
  await database.pool.query(`
    drop schema public cascade; create schema public;
    create type mood as enum ('ok', 'sad');
    create table day_logs (
      id uuid not null, day date not null, seen_at timestamptz not null default now(), units bigint not null,
      body bytea, extra jsonb, tags text[], feeling mood, feelings mood[] not null, amount numeric(12, 2) not null,
      twice bigint generated always as (units * 2) stored, serial bigint generated always as identity
    ) partition by range (day);
    create table day_logs_20260101 partition of day_logs for values from ('2026-01-01') to ('2026-01-02')`)
  expect(
    await schemaTypes(database.pool),
  ).toBe(`// Written by \`npm run schema:types\` from the migrated schema. Do not edit.

import type { Generated, GeneratedAlways } from 'kysely'

export type DayLogs = {
  id: string
  day: string
  seen_at: Generated<Date>
  units: number
  body: Buffer | null
  extra: unknown
  tags: string[] | null
  feeling: 'ok' | 'sad' | null
  feelings: ('ok' | 'sad')[]
  amount: string
  twice: GeneratedAlways<number | null>
  serial: GeneratedAlways<number>
}

export type Schema = {
  day_logs: DayLogs
}
`)
})

test('refuses a type that it cannot tell the truth about', async () => {
  await database.pool.query('create table shapes (outline polygon)')
  await expect(schemaTypes(database.pool)).rejects.toThrow('shapes.outline has type polygon')
})

test('the pool reads what the types promise', async () => {
  const { rows } = await database.pool.query(
    `select 5::int8 as n, date '2026-02-28' as day, 1.5::numeric as amount, 'ab'::bytea as body, now() as at`,
  )
  expect(rows[0]).toEqual({
    n: 5,
    day: '2026-02-28',
    amount: '1.5',
    body: Buffer.from('ab'),
    at: expect.any(Date),
  })
})
