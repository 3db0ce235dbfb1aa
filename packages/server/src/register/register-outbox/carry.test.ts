import { systemClock } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createRegisterDatabase } from '../../../../../testing/separate-register.ts'
import { carry, ForgedRow, forgetCarried, noCarrying, readWaiting, writeToOutbox } from './carry.ts'
import { defineHomeEffect } from './home-effect.ts'
import { inHome, openRegisterOutbox } from './register-outbox.ts'
import { rowKeyOf } from './row-proof.ts'

let home: TestDatabase
let register: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
  register = await createRegisterDatabase()
  await home.pool.query(
    `create table noted (position serial, number integer not null, constraint never_noted check (number <> 14))`,
  )
})
afterAll(async () => {
  await home.drop()
  await register.drop()
})
beforeEach(async () => {
  await home.pool.query(
    `truncate noted, carried_effects;
     alter table noted drop constraint if exists noted_number_check;
     alter table noted add constraint noted_number_check check (number <> 13)`,
  )
  await register.pool.query('truncate register_outbox')
})

const noted = defineHomeEffect('noted', async (client, number: number) => {
  const { rowCount } = await client.query('insert into noted (number) values ($1)', [number])
  return rowCount
})
const rowKey = rowKeyOf(Buffer.alloc(32, 5))
const carrying = () => ({ pool: home.pool, clock: systemClock, effects: [noted], rowKey })
const decided = defineHomeEffect('decided', noted.apply)
const errors: unknown[] = []
const open = (registerPool = register.pool) =>
  openRegisterOutbox({ ...carrying(), registerPool, onError: (error) => void errors.push(error) })
/** As a process that is killed after the commit. */
const cause = async (...caused: number[]) => {
  for (const number of caused) await writeToOutbox(register.pool, { kind: 'noted', content: number }, rowKey)
}
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
    [JSON.stringify(rows.map((row) => ({ ...row, mac: `\\x${row.mac.toString('hex')}` })))],
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

test('a row that fails holds up the later ones of its sequence alone', async () => {
  const ordered = defineHomeEffect(
    'noted',
    (client, { number }: { number: number }) => noted.apply(client, number, carrying()),
    { sequence: ({ number }: { number: number }) => (number > 100 ? 'other' : 'one') },
  )
  for (const number of [13, 101, 5, 102])
    await writeToOutbox(register.pool, { kind: 'noted', content: { number } }, rowKey)
  await expect(carry(register.pool, { ...carrying(), effects: [ordered] })).rejects.toThrow(
    'noted_number_check',
  )
  expect([await numbers(), await waiting()]).toEqual([[101, 102], 2])
  await home.pool.query('alter table noted drop constraint noted_number_check')
  await carry(register.pool, { ...carrying(), effects: [ordered] })
  expect([await numbers(), await waiting()]).toEqual([[101, 102, 13, 5], 0])
})

test('what a newer release caused waits for a process of it', async () => {
  await cause(1)
  await expect(carry(register.pool, { ...carrying(), effects: [] })).rejects.toThrow('cannot carry noted')
  expect(await waiting()).toBe(1)
})

test.each([
  ['was written without a proof', 'update register_outbox set mac = null'],
  ['has another content', `update register_outbox set content = '2'`],
  ['has another kind', `update register_outbox set kind = 'decided'`],
  ['has another id', 'update register_outbox set row_id = gen_random_uuid()'],
])('a row that %s is not carried, and stays', async (_how, change) => {
  await cause(1)
  await register.pool.query(change)
  const effects = [noted, decided]
  await expect(carry(register.pool, { ...carrying(), effects })).rejects.toThrow(ForgedRow)
  expect(await numbers()).toEqual([])
  expect(await waiting()).toBe(1)
})

test('a proof holds whatever order the database gives to the members of the content', async () => {
  const found: unknown[] = []
  const kept = defineHomeEffect('kept', async (_client, content: unknown) => void found.push(content))
  const content = { long: [{ b: null, a: 'é "\n' }, 1e21, 0.1], b: { d: true, c: {} }, a: undefined }
  await writeToOutbox(register.pool, { kind: 'kept', content }, rowKey)
  await carry(register.pool, { ...carrying(), effects: [kept] })
  expect(found).toEqual([content])
})

test('a restored row is carried by an installation with one database', async () => {
  await writeToOutbox(home.pool, { kind: 'noted', content: 3 }, rowKey)
  const outbox = openRegisterOutbox({ ...carrying(), registerPool: home.pool, onError: () => {} })
  await outbox.carryRestored()
  expect(await numbers()).toEqual([3])
  expect((await readWaiting(home.pool)).waiting).toBe(0)
})

test('a row that cannot be carried stops only the acts that decide by it', async () => {
  const failing = (decides: boolean) => ({ ...defineHomeEffect('noted', noted.apply, { decides }) })
  await cause(14)
  const opened = (decides: boolean) =>
    openRegisterOutbox({
      ...{ ...carrying(), effects: [failing(decides)], registerPool: register.pool },
      onError: (error) => void errors.push(error),
    })
  errors.length = 0
  const done = async () => 'done'
  expect(await opened(false).turn.transaction(done)).toBe('done')
  expect(await opened(false).transaction((client) => opened(false).homeOf(client))).toBe(home.pool)
  expect(errors.length).toBeGreaterThan(0)
  await expect(opened(true).turn.transaction(done)).rejects.toThrow('never_noted')
  await expect(opened(true).transaction((client) => opened(true).homeOf(client))).rejects.toThrow(
    'never_noted',
  )
  expect(await opened(true).urgentTurn.transaction(done)).toBe('done')
  // One that no act caused decides nothing.
  await register.pool.query('update register_outbox set mac = null')
  expect(await opened(true).turn.transaction(done)).toBe('done')
})

const note = (number: number) => async (client: PoolClient) =>
  void (await client.query('insert into noted (number) values ($1)', [number]))

test('while the register is away an urgent act goes on, and others are refused', async () => {
  const away = openPool('postgres://nani@127.0.0.1:1/nani', {
    ...{ maxConnections: 1, statementTimeoutMs: 1_000, onError: () => {} },
  })
  const outbox = open(away)
  await expect(outbox.turn.transaction(note(4))).rejects.toThrow('ECONNREFUSED')
  await outbox.urgentTurn.transaction(note(5))
  expect(await numbers()).toEqual([5])
  await away.end()
})

test('an act of home is done when home has committed it, also if the register is lost then', async () => {
  const lost = openPool(register.url, { maxConnections: 1, statementTimeoutMs: 5_000, onError: () => {} })
  const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
  errors.length = 0
  const answer = await open(lost).turn.transaction(async (client) => {
    await note(6)(client)
    await register.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    return 'answer'
  })
  expect(answer).toBe('answer')
  expect(await numbers()).toEqual([6])
  expect(errors).toHaveLength(1)
  await lost.end()
})

test('while a backup begins, no one writes the register and nothing waits', async () => {
  const outbox = open()
  await cause(1)
  let next: Promise<unknown> = Promise.resolve()
  await outbox.still(async () => {
    expect([await numbers(), await waiting()]).toEqual([[1], 0])
    next = outbox.transaction((client) => outbox.cause(client, noted, 2))
    await expect
      .poll(async () => (await register.pool.query(waitingWriters)).rowCount, { timeout: 10_000 })
      .toBe(1)
    expect(await waiting()).toBe(0)
  })
  await next
  expect(await numbers()).toEqual([1, 2])
})
const waitingWriters = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

test('a register that hangs does not delay who asks what waits', async () => {
  const client = await register.pool.connect()
  await client.query('begin; lock table register_outbox in access exclusive mode')
  const startedMs = performance.now()
  await expect(readWaiting(register.pool)).rejects.toThrow('Query read timeout')
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  await client.query('rollback')
  client.release()
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

test('while a backup chooses its moments nothing is carried, and after that everything', async () => {
  const backup = await home.pool.connect()
  await backup.query('begin')
  await backup.query(noCarrying)
  await cause(1)
  const carried = carry(register.pool, carrying())
  const waits = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await home.pool.query(waits)).rowCount).toBe(1)
  expect(await numbers()).toEqual([])
  await backup.query('commit')
  backup.release()
  await carried
  expect(await numbers()).toEqual([1])
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
