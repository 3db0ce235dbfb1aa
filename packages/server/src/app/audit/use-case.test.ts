import { type Actor, manualClock, OperatorError } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { listActs } from './acts.ts'
import { changeCase, useCase } from './use-case.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const clock = manualClock(noon)
const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table lamps (name text primary key)')
})
afterAll(() => database.drop())

const addLamp = changeCase({
  action: 'lamps.add',
  permission: { operator: ['supervisor'] },
  async change(client, name: string) {
    await client.query('insert into lamps (name) values ($1)', [name])
    return { result: name.toUpperCase(), entry: { subject: name, before: null, after: { lit: true } } }
  },
})

const platform = () => ({ pool: database.pool, clock })
const actsOf = (subject: string) => listActs(database.pool, { since: new Date(noon - 1), subject, limit: 10 })
const lamps = async (name: string) =>
  (await database.pool.query('select from lamps where name = $1', [name])).rowCount

test('a change and its entry exist together, and the entry names the actor', async () => {
  expect(await addLamp(supervisor, 'hall', platform())).toBe('HALL')
  expect(await lamps('hall')).toBe(1)
  expect(await actsOf('hall')).toEqual([
    {
      at: '2026-03-15T12:00:00.000Z',
      actor_kind: 'operator',
      actor: 'amina',
      // The actor of the test names no account of the operating system.
      account: null,
      action: 'lamps.add',
      subject: 'hall',
      before: null,
      after: { lit: true },
    },
  ])
})

test('a change that fails has no entry', async () => {
  await addLamp(supervisor, 'attic', platform())
  await expect(addLamp(supervisor, 'attic', platform())).rejects.toThrow('duplicate key')
  expect(await actsOf('attic')).toHaveLength(1)
})

test('a change whose entry cannot be written does not happen', async () => {
  const broken = changeCase({
    action: 'lamps.break',
    permission: { operator: ['supervisor'] },
    async change(client, name: string) {
      await client.query('insert into lamps (name) values ($1)', [name])
      // A text with NUL cannot be stored.
      return { result: undefined, entry: { subject: `${name}\0` } }
    },
  })
  await expect(broken(supervisor, 'cellar', platform())).rejects.toThrow()
  expect(await lamps('cellar')).toBe(0)
})

test.each<Actor>([
  { kind: 'operator', name: 'amina', roles: ['auditor', 'list_manager'] },
  { kind: 'operator', name: 'amina', roles: [] },
  { kind: 'system', task: 'demo' },
  { kind: 'application', applicationId: 'app_1' },
  { kind: 'citizen', svcId: 'COD-0000-0000-0001' },
  { kind: 'member', personId: 'per_1', organizationId: 'org_1', roles: ['owner'] },
])('an actor without the permission changes nothing: %j', async (actor) => {
  const refused = await addLamp(actor, 'door', platform()).catch((error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(refused).toMatchObject({
    code: 'not_permitted',
    data: { action: 'lamps.add', roles: ['supervisor'] },
  })
  expect(await lamps('door')).toBe(0)
  expect(await actsOf('door')).toEqual([])
})

test('a use case carries its action and its permission', () => {
  expect([addLamp.action, addLamp.permission]).toEqual(['lamps.add', { operator: ['supervisor'] }])
})

test('an act without a transaction may have several entries', async () => {
  const count = useCase({
    action: 'lamps.count',
    permission: { system: true },
    async perform(_: undefined, { pool }: ReturnType<typeof platform>, record) {
      await record(pool, { subject: 'all', after: { state: 'started' } }, undefined)
      const { rowCount } = await pool.query('select from lamps')
      return record(pool, { subject: 'all', after: { state: 'finished' } }, rowCount)
    },
  })
  expect(await count({ kind: 'system', task: 'test' }, undefined, platform())).toBeGreaterThanOrEqual(0)
  expect((await actsOf('all')).map(({ after }) => after?.state)).toEqual(['finished', 'started'])
})
