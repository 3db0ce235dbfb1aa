import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { defineEffect, defineEffectOfMany, defineFence, type Effect, type Fence } from './effect.ts'
import { type Change, writeChanges } from './write-changes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    create table notes (application_id text, id text, day date, body bytea, words text[], amount bigint);
    create table lines (application_id text, id text, line text, body bytea);
    create table doors (application_id text, id text, open boolean);
    create table lock_log (step serial, application_id text, name text)`)
})
afterAll(() => database.drop())

const note = defineEffect({
  name: 'note',
  columns: { body: 'bytea', words: 'text[]', amount: 'bigint' },
  write: ({ application, changes, id, day, column }) =>
    `insert into notes select ${application}, ${id}, ${day}, ${column.body}, ${column.words}, ${column.amount}
     from ${changes}`,
})
const lines = defineEffectOfMany({
  name: 'lines',
  columns: { line: 'text', body: 'bytea' },
  write: ({ application, changes, id, column }) =>
    `insert into lines select ${application}, ${id}, ${column.line}, ${column.body} from ${changes}`,
})
const door = defineFence({
  name: 'door',
  columns: { door: 'text' },
  opens: ({ application, changes, id, column }) =>
    `update doors d set open = false from ${changes}
     where d.application_id = ${application} and d.id = ${column.door} and d.open returning ${id}`,
})

let applications = 0
const someApplication = () => `app_${++applications}`
const change = (id: string, effects: Effect[], fence: Fence | null = null): Change => ({
  id,
  service: 'kyc_validation',
  scopes: null,
  atMs: Date.UTC(2026, 2, 15, 12),
  fence,
  effects,
})
const rowsOf = async (table: string, applicationId: string) =>
  (
    await database.pool.query(`select * from ${table} where application_id = $1 order by id, 3`, [
      applicationId,
    ])
  ).rows
const aNote = (body: Buffer | null, amount: number | null = null) =>
  note({ body, words: ['a', 'b"'], amount })

test('an effect is written with its values, bytes and nulls included', async () => {
  const applicationId = someApplication()
  const changes = [change('1', [aNote(Buffer.from([0, 1, 255]), 7)]), change('2', [aNote(null)])]
  expect([...(await writeChanges(database.pool, applicationId, changes))].toSorted()).toEqual(['1', '2'])
  expect(await rowsOf('notes', applicationId)).toMatchObject([
    { id: '1', day: '2026-03-15', body: Buffer.from([0, 1, 255]), words: ['a', 'b"'], amount: 7 },
    { id: '2', body: null, amount: null },
  ])
})

test('an effect with a list writes each row, and none for an empty list', async () => {
  const applicationId = someApplication()
  const two = lines([
    { line: 'first', body: Buffer.from('one') },
    { line: 'second', body: Buffer.from('two') },
  ])
  await writeChanges(database.pool, applicationId, [change('1', [two]), change('2', [lines([])])])
  expect(await rowsOf('lines', applicationId)).toMatchObject([
    { id: '1', line: 'first', body: Buffer.from('one') },
    { id: '1', line: 'second', body: Buffer.from('two') },
  ])
})

test('changes of one statement can have different effects', async () => {
  const applicationId = someApplication()
  await writeChanges(database.pool, applicationId, [
    change('1', [aNote(null)]),
    change('2', []),
    change('3', [lines([{ line: 'only', body: null }])]),
  ])
  expect((await rowsOf('notes', applicationId)).map(({ id }) => id)).toEqual(['1'])
  expect((await rowsOf('lines', applicationId)).map(({ id }) => id)).toEqual(['3'])
})

test('a change whose fence is closed writes nothing, and the others are not affected', async () => {
  const applicationId = someApplication()
  await database.pool.query(`insert into doors values ($1, 'a', true), ($1, 'b', false)`, [applicationId])
  const through = (id: string, at: string) => change(id, [aNote(null)], door({ door: at }))
  const written = await writeChanges(database.pool, applicationId, [through('1', 'a'), through('2', 'b')])
  expect([...written]).toEqual(['1'])
  expect((await rowsOf('notes', applicationId)).map(({ id }) => id)).toEqual(['1'])
  expect((await writeChanges(database.pool, applicationId, [through('3', 'a')])).size).toBe(0)
  expect((await writeChanges(database.pool, someApplication(), [through('4', 'a')])).size).toBe(0)
})

test('an effect that fails undoes the whole statement', async () => {
  const applicationId = someApplication()
  const failing = defineEffect({
    name: 'failing',
    columns: {},
    write: ({ changes }) => `insert into lines select 1 / 0, ${'change.id'}, null, null from ${changes}`,
  })
  await expect(
    writeChanges(database.pool, applicationId, [change('1', [aNote(null), failing({})])]),
  ).rejects.toThrow('division by zero')
  expect(await rowsOf('notes', applicationId)).toEqual([])
})

test('the rows of an application are locked in one order, whatever the order of the effects', async () => {
  const locking = <const Name extends string>(
    name: Name,
    locks: 'open_work' | 'usage_counters' | 'event_positions',
  ) =>
    defineEffect({
      name,
      columns: {},
      locks,
      write: ({ application, changes }) =>
        `insert into lock_log (application_id, name) select ${application}, '${name}' from ${changes} returning 1`,
    })({})
  const effects = [
    locking('position', 'event_positions'),
    locking('usage', 'usage_counters'),
    locking('work', 'open_work'),
  ]
  for (const order of [effects, effects.toReversed()])
    await writeChanges(database.pool, someApplication(), [change('1', order)])
  const { rows } = await database.pool.query<{ name: string }>('select name from lock_log order by step')
  expect(rows.map(({ name }) => name)).toEqual(['work', 'usage', 'position', 'work', 'usage', 'position'])
})

test('two kinds with one name, and two kinds of fences in one group, are errors', async () => {
  const other = defineEffect({
    name: 'note',
    columns: {},
    write: ({ changes }) => `select 1 from ${changes}`,
  })
  await writeChanges(database.pool, someApplication(), [change('1', [aNote(null)])])
  await expect(writeChanges(database.pool, someApplication(), [change('1', [other({})])])).rejects.toThrow(
    'two kinds of effects have the same name',
  )
  const mixed = [change('1', [], door({ door: 'a' })), change('2', [])]
  await expect(writeChanges(database.pool, someApplication(), mixed)).rejects.toThrow(
    'changes of a group have one fence',
  )
})

test('the SQL of an effect cannot be read by those who receive it', () => {
  const effect = aNote(null)
  expect(Object.keys(effect)).toEqual(['effect'])
  expect(JSON.stringify(effect)).toBe('{"effect":"note"}')
})
