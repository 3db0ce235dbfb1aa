import { createSecretKey, randomBytes } from 'node:crypto'
import { type Actor, manualClock, Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { pseudonym } from '../../app/audit/index.ts'
import { actsOf } from '../../testing/acts-of.ts'
import { defineAct } from './define-act.ts'
import { defineReading } from './define-reading.ts'
import { listActs } from './list-acts.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const subjectKey = createSecretKey(randomBytes(32))
const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'], account: 'amina' }
const member = (organizationId: string): Actor => ({
  ...{ kind: 'member', personId: 'per_1', organizationId, roles: ['owner'] },
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table lamps (name text primary key)')
})
afterAll(() => database.drop())
const needs = () => ({ pool: database.pool, clock: manualClock(noon), subjectKey })
const lamps = async (name: string) =>
  (await database.pool.query('select from lamps where name = $1', [name])).rowCount
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

const nameSchema = Type.Object(
  { name: Type.String({ minLength: 1 }), organization_id: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
const sentence = { en: 'Adds a lamp', fr: 'Ajoute une lampe' }
const addLamp = defineAct({
  name: 'lamps.add',
  sentence,
  actors: { operator: ['supervisor'], member: ['owner'], citizen: true },
  input: nameSchema,
  output: Type.Object({ lit: Type.Boolean() }),
  async perform({ client, input: { name } }) {
    await client.query('insert into lamps (name) values ($1)', [name])
    return { result: { lit: true }, entry: { subject: name, after: { lit: true } } }
  },
})

test('a change and its entry exist together, and the entry names actor, account and origin', async () => {
  expect(await addLamp(supervisor, { name: 'hall' }, needs())).toEqual({ lit: true })
  expect(await lamps('hall')).toBe(1)
  expect(await actsOf(database.pool, 'hall')).toEqual([
    {
      ...{ number: expect.any(Number), at: '2026-03-15T12:00:00.000Z', action: 'lamps.add', subject: 'hall' },
      ...{ actor_kind: 'operator', actor: 'amina', account: 'amina', origin: 'command_line' },
      ...{ organization_id: null, before: null, after: { lit: true } },
    },
  ])
})

test('a change that fails has no entry', async () => {
  await addLamp(supervisor, { name: 'attic' }, needs())
  await expect(addLamp(supervisor, { name: 'attic' }, needs())).rejects.toThrow('duplicate key')
  expect(await actsOf(database.pool, 'attic')).toHaveLength(1)
})

test('a change whose entry cannot be written does not happen', async () => {
  const withoutKey = { pool: database.pool, clock: manualClock(noon) }
  const citizen: Actor = { kind: 'citizen', svcId: 'COD-0000-0000-0001' }
  await expect(addLamp(citizen, { name: 'cellar' }, withoutKey)).rejects.toThrow('key of pseudonyms')
  expect(await lamps('cellar')).toBe(0)
})

test('the log names a citizen by the pseudonym', async () => {
  await addLamp({ kind: 'citizen', svcId: 'COD-0000-0000-0001' }, { name: 'porch' }, needs())
  const [entry] = await actsOf(database.pool, 'porch')
  expect(entry).toMatchObject({
    actor: pseudonym(subjectKey, 'COD-0000-0000-0001'),
    origin: 'citizen_app',
  })
})

test('the permission comes before the input, and the input before the change', async () => {
  const auditor: Actor = { kind: 'operator', name: 'amina', roles: ['auditor'] }
  expect(await codeOf(addLamp(auditor, { name: '' }, needs()))).toBe('not_permitted')
  expect(await codeOf(addLamp(supervisor, { name: '' }, needs()))).toBe('value_invalid')
  const unknownMember = { name: 'shed', colour: 'red' }
  await expect(addLamp(supervisor, unknownMember, needs())).rejects.toMatchObject({
    context: { field: 'colour' },
  })
  expect(await lamps('shed')).toBe(0)
})

test('a member acts for the own organization only, and the entry names it', async () => {
  const input = { name: 'desk', organization_id: 'org_1' }
  expect(await codeOf(addLamp(member('org_2'), input, needs()))).toBe('not_permitted')
  expect(await codeOf(addLamp(member('org_1'), input, needs()))).toBe('done')
  expect(await actsOf(database.pool, 'desk')).toMatchObject([{ organization_id: 'org_1', origin: 'console' }])
})

test('an act within the transaction of another one is rolled back with it', async () => {
  await expect(
    inTransaction(database.pool, async (client) => {
      await addLamp.within(client, supervisor, { name: 'yard' }, needs())
      throw new Error('the outer act failed')
    }),
  ).rejects.toThrow('the outer act failed')
  expect(await lamps('yard')).toBe(0)
  expect(await actsOf(database.pool, 'yard')).toEqual([])
})

test('one account that tries to be two people stays in the log', async () => {
  const refused = defineAct({
    ...{ name: 'lamps.break', sentence, actors: { operator: ['supervisor'] } as const },
    ...{ input: Type.Object({ id: Type.String() }), output: Type.Null(), secondPerson: true },
    async perform({ client }) {
      await client.query(`insert into lamps (name) values ('broken')`)
      throw new Refusal('second_account_required', 'The same account.')
    },
  })
  expect(await codeOf(refused(supervisor, { id: 'lamp_9' }, needs()))).toBe('second_account_required')
  expect(await lamps('broken')).toBe(0)
  expect(await actsOf(database.pool, 'lamp_9')).toMatchObject([
    { action: 'lamps.break', after: { refused: 'second_account_required' } },
  ])
})

describe('readings', () => {
  const sealed = { ...sentence, en: 'Reads a secret' }
  const readSecret = defineReading({
    ...{ name: 'lamps.secret', sentence: sealed, actors: { operator: ['supervisor'] } as const },
    ...{ input: nameSchema, output: Type.Object({ secret: Type.String() }) },
    read: async () => ({ secret: 'x' }),
    entry: (_result, { input }) => ({ subject: input.name }),
  })

  test('a reading of personal data has its entry before it answers', async () => {
    expect(await readSecret(supervisor, { name: 'lamp_1' }, needs())).toEqual({ secret: 'x' })
    expect(await actsOf(database.pool, 'lamp_1')).toMatchObject([{ action: 'lamps.secret', actor: 'amina' }])
  })

  test('readings at the same time share a statement for their entries, and each has its own', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `shared_${place}`)
    const query = vi.spyOn(database.pool, 'query')
    await Promise.all(names.map((name) => readSecret(supervisor, { name }, needs())))
    const written = query.mock.calls.filter(([given]) => (given as { name?: string }).name === 'write-acts')
    query.mockRestore()
    expect(written).toHaveLength(1)
    for (const name of names)
      expect(await actsOf(database.pool, name)).toMatchObject([{ subject: name, actor: 'amina' }])
  })

  test('without an entry there is no answer', async () => {
    const other = await createTestDatabase()
    await other.pool.query('alter table acts add constraint nothing check (false) not valid')
    await expect(
      readSecret(supervisor, { name: 'lamp_2' }, { ...needs(), pool: other.pool }),
    ).rejects.toThrow()
    await other.drop()
  })

  test('of readings at the same time, one whose entry cannot be stored gives no answer, and the others do', async () => {
    const other = await createTestDatabase()
    const names = Array.from({ length: 20 }, (_, place) => `shared_${place}`)
    const readAll = async () => {
      const read = (name: string) => readSecret(supervisor, { name }, { ...needs(), pool: other.pool })
      const answers = await Promise.allSettled(names.map(read))
      return names.filter((_, place) => answers[place]?.status === 'fulfilled')
    }
    const stored = async () =>
      (await other.pool.query<{ subject: string }>('select subject from acts order by act_number')).rows.map(
        ({ subject }) => subject,
      )
    await other.pool.query(
      `alter table acts add constraint one_alone check (subject <> 'shared_7') not valid`,
    )
    const answered = names.filter((name) => name !== 'shared_7')
    expect(await readAll()).toEqual(answered)
    expect(await stored()).toEqual(answered)
    await other.pool.query('truncate acts')
    await other.pool.query('alter table acts add constraint nothing check (false) not valid')
    expect(await readAll()).toEqual([])
    expect(await stored()).toEqual([])
    await other.drop()
  })

  test('the log is read by person, object, organization, action and time', async () => {
    const read = (input: object) => listActs(supervisor, { limit: 100, ...input }, needs())
    await addLamp(member('org_7'), { name: 'lift' }, needs())
    const lift = [expect.objectContaining({ subject: 'lift' })]
    expect(await read({ organization_id: 'org_7' })).toEqual(lift)
    expect(await read({ actor: 'per_1', subject: 'lift' })).toEqual(lift)
    expect(await read({ subject: 'lift', action: 'lamps.add', since: '2026-03-15T12:00:00Z' })).toEqual(lift)
    expect(await read({ subject: 'lift', until: '2026-03-15T12:00:00Z' })).toEqual([])
    expect(await codeOf(read({ since: 'yesterday' }))).toBe('value_invalid')
  })

  test('a member reads the acts of the own organization only', async () => {
    await addLamp(member('org_8'), { name: 'gate' }, needs())
    const own = await listActs(member('org_8'), { limit: 10 }, needs())
    expect(own.map(({ subject }) => subject)).toEqual(['gate'])
    const foreign = listActs(member('org_8'), { limit: 10, organization_id: 'org_7' }, needs())
    expect(await codeOf(foreign)).toBe('not_permitted')
  })
})
