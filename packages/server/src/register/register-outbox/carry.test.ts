import { systemClock } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createRegisterDatabase } from '../../../../../testing/separate-register.ts'
import { carry, forgetCarried, readWaiting } from './carry.ts'
import { defineHomeEffect } from './home-effect.ts'
import { inHome, openRegisterOutbox } from './register-outbox.ts'

let home: TestDatabase
let register: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
  register = await createRegisterDatabase()
  await home.pool.query('create table noted (position serial, number integer not null check (number <> 13))')
})
afterAll(async () => {
  await home.drop()
  await register.drop()
})
beforeEach(async () => {
  await home.pool.query('truncate noted, carried_effects')
  await register.pool.query('truncate register_outbox')
})

const noted = defineHomeEffect('noted', async (client, number: number) => {
  const { rowCount } = await client.query('insert into noted (number) values ($1)', [number])
  return rowCount
})
const carrying = () => ({ pool: home.pool, clock: systemClock, effects: [noted] })
const errors: unknown[] = []
const open = (registerPool = register.pool) =>
  openRegisterOutbox({ ...carrying(), registerPool, onError: (error) => void errors.push(error) })
/** As a process that is killed after the commit. */
const cause = (...numbers: number[]) =>
  register.pool.query(
    `insert into register_outbox (kind, content) select 'noted', to_jsonb(number) from unnest($1::int[]) as number`,
    [numbers],
  )
const numbers = async (): Promise<number[]> =>
  (await home.pool.query('select number from noted order by position')).rows.map(({ number }) => number)
const waiting = async () => (await readWaiting(register.pool)).waiting

test('what a transaction causes is in home when it has answered, once', async () => {
  const outbox = open()
  const answer = await outbox.transaction(async (client) => {
    expect(await outbox.cause(client, noted, 1)).toBeNull()
    expect(await numbers()).toEqual([])
    return 'answer'
  })
  expect(answer).toBe('answer')
  expect(await numbers()).toEqual([1])
  expect(await waiting()).toBe(0)
  await outbox.carry()
  expect(await numbers()).toEqual([1])
})

test('what is rolled back causes nothing', async () => {
  const outbox = open()
  const undone = outbox.transaction(async (client) => {
    await outbox.cause(client, noted, 1)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await outbox.carry()
  expect(await numbers()).toEqual([])
})

test('a read of home in a transaction does not carry what that transaction itself causes', async () => {
  const outbox = open()
  await cause(1)
  const undone = outbox.transaction(async (client) => {
    await outbox.cause(client, noted, 2)
    await outbox.homeOf(client)
    expect(await numbers()).toEqual([1])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await outbox.carry()
  expect(await numbers()).toEqual([1])
})

test('with one database the effect is part of the transaction, and the outbox stays empty', async () => {
  const outbox = openRegisterOutbox({ ...carrying(), registerPool: home.pool, onError: () => {} })
  await outbox.transaction(async (client) => {
    expect(await outbox.cause(client, noted, 1)).toBe(1)
    expect(await inHome(outbox, client, async (database) => database)).toBe(client)
  })
  expect(await numbers()).toEqual([1])
  const { rows } = await home.pool.query(
    'select (select count(*) from register_outbox) + (select count(*) from carried_effects) as rows',
  )
  expect(rows).toEqual([{ rows: 0 }])
})

test('several carriers at once carry more than one portion in its order, each row once', async () => {
  const all = Array.from({ length: 230 }, (_, index) => index + 100)
  await cause(...all)
  await Promise.all([1, 2, 3].map(() => carry(register.pool, carrying())))
  expect(await numbers()).toEqual(all)
  expect(await waiting()).toBe(0)
})

test('a row that was carried and not deleted is not carried again', async () => {
  await cause(1)
  const { rows } = await register.pool.query('select * from register_outbox')
  await carry(register.pool, carrying())
  await register.pool.query(
    `insert into register_outbox overriding system value
     select * from jsonb_populate_recordset(null::register_outbox, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
  await carry(register.pool, carrying())
  expect(await numbers()).toEqual([1])
  expect(await waiting()).toBe(0)
})

test('a row that fails stays until it can be carried, and the others go on', async () => {
  await cause(1, 13, 2)
  await expect(carry(register.pool, carrying())).rejects.toThrow('noted_number_check')
  expect(await numbers()).toEqual([1, 2])
  expect(await waiting()).toBe(1)
  await home.pool.query('alter table noted drop constraint noted_number_check')
  await carry(register.pool, carrying())
  expect(await numbers()).toEqual([1, 2, 13])
})

test('what a newer release caused waits for a process of it', async () => {
  await cause(1)
  await expect(carry(register.pool, { ...carrying(), effects: [] })).rejects.toThrow('cannot carry noted')
  expect(await waiting()).toBe(1)
})

test('while home is away everything waits, and the act is answered', async () => {
  const away = openPool('postgres://nani@127.0.0.1:1/nani', {
    ...{ maxConnections: 1, statementTimeoutMs: 1_000, onError: () => {} },
  })
  const outbox = openRegisterOutbox({
    ...{ ...carrying(), pool: away, registerPool: register.pool },
    onError: (error) => void errors.push(error),
  })
  errors.length = 0
  await outbox.transaction((client) => outbox.cause(client, noted, 1))
  expect(errors).toHaveLength(1)
  await away.end()
  expect(await waiting()).toBe(1)
  await open().carry()
  expect(await numbers()).toEqual([1])
})

test('home is read after everything that earlier acts caused', async () => {
  await cause(1)
  const outbox = open()
  const read = await outbox.transaction((client) =>
    inHome(outbox, client, async (database) => (await database.query('select from noted')).rowCount),
  )
  expect(read).toBe(1)
  await cause(2)
  expect(await outbox.turn.transaction(numbers)).toEqual([1, 2])
})

test('the id of a carried row is kept for ninety days', async () => {
  await cause(1)
  await carry(register.pool, carrying())
  const { rows } = await home.pool.query<{ carried_at: Date }>('select carried_at from carried_effects')
  const dayMs = 24 * 3_600_000
  const carriedMs = rows[0]?.carried_at.getTime() ?? 0
  const kept = async () => (await home.pool.query('select from carried_effects')).rowCount
  await forgetCarried(home.pool, carriedMs + 90 * dayMs)
  expect(await kept()).toBe(1)
  await forgetCarried(home.pool, carriedMs + 90 * dayMs + 1)
  expect(await kept()).toBe(0)
})
