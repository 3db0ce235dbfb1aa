import type { Environment } from '@nani/contract'
import type { Actor } from '@nani/foundation/core/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { nothingEnded, type WriteView, writeCitizens } from '../../register/register/index.ts'
import { citizenSource, generateRegister } from '../../register/synthetic-data/index.ts'
import { testPlatform } from '../../testing/platform.ts'
import { deleteSynthetic } from './delete-synthetic.ts'
import { outboxOf } from './home-effects.ts'

let database: TestDatabase
let needs: Parameters<typeof deleteSynthetic>[2]
const ended: string[] = []
beforeEach(async () => {
  database = await createDatabaseAtNoon()
  ended.length = 0
  const platform = testPlatform(database)
  needs = {
    ...platform,
    registerOutbox: outboxOf(platform),
    rules: { oneAccountMayBeTwo: true },
    endAccessBy: () => async (_client, svcIds) => {
      ended.push(...svcIds)
      return nothingEnded
    },
  }
})
afterEach(() => database.drop())

const operator = (name: string): Actor => ({ kind: 'operator', name, roles: ['supervisor'] })
const generate = (view: WriteView, count = 20, seed = 'kinshasa') =>
  generateRegister(
    operator('amina'),
    { count, seed, view },
    { ...testPlatform(database), vault: testPlatform(database).vaultFor('files') },
  )
const remove = (environment: Environment, name = 'amina', agreed: { proposal_id?: string } = {}) =>
  deleteSynthetic(operator(name), { environment, reason: 'The trial has ended.', ...agreed }, needs)
const count = async (table: string): Promise<number> =>
  (await database.pool.query(`select count(*) as count from ${table}`)).rows[0].count

test('generated people of the sandbox are deleted with all that the register has of them', async () => {
  await generate('sandbox')
  expect(await count('document_numbers')).toBeGreaterThan(0)
  await database.pool.query(
    `insert into results values ('app', '2026-03-15', 'kyc_1', 'kyc_validation', 'x')`,
  )
  expect(await remove('sandbox')).toMatchObject({
    status: 'executed',
    generated: 20,
    deleted: 20,
    proposal: null,
  })
  for (const table of ['citizens', 'document_numbers', 'phone_numbers', 'credit_records'])
    expect(await count(table), table).toBe(0)
  expect(ended).toHaveLength(20)
  // Results, and the log of acts.
  expect(await count('results')).toBe(1)
  expect(await count('acts')).toBe(3)
  expect(await remove('sandbox')).toMatchObject({ deleted: 0 })
})

test('in production a second person is necessary', async () => {
  await generate('production')
  expect(await remove('production')).toMatchObject({ status: 'proposed', deleted: 0 })
  expect(await count('citizens')).toBe(20)
  await remove('production').catch(() => {})
  expect(await count('citizens')).toBe(20)
  expect(await remove('production', 'boris')).toMatchObject({ status: 'executed', deleted: 20 })
  expect(await count('citizens')).toBe(0)
})

test('the second person agrees to the proposal that was read, and to no later one', async () => {
  await generate('production')
  const { proposal } = await remove('production')
  const read = { proposal_id: proposal?.id ?? '' }
  await generate('production', 5, 'goma')
  // The number of people differs, so that another proposal takes the place of the first.
  const { proposal: later } = await remove('production')
  expect(later?.content).toEqual({ generated: 25 })
  await expect(remove('production', 'boris', read)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await count('citizens')).toBe(25)
  expect(await remove('production', 'boris', { proposal_id: later?.id ?? '' })).toMatchObject({ deleted: 25 })
})

test('people who are generated after the proposal end it', async () => {
  await generate('production')
  await remove('production')
  await generate('production', 5, 'goma')
  await expect(remove('production', 'boris')).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await remove('production', 'boris')).toMatchObject({ status: 'proposed', deleted: 0 })
  expect(await count('citizens')).toBe(25)
})

test('people of both environments stay in the other one', async () => {
  await generate('both')
  expect(await remove('sandbox')).toMatchObject({ deleted: 0, kept_elsewhere: 20 })
  const { rows } = await database.pool.query(
    'select count(*) filter (where in_sandbox) as sandbox, count(*) filter (where in_production) as production from citizens',
  )
  expect(rows).toEqual([{ sandbox: 0, production: 20 }])
})

test('another person under the number of a generated one stays, and so do people of an import', async () => {
  await generate('production')
  const first = citizenSource('kinshasa')(0)
  const real = citizenSource('an import')(0)
  await writeCitizens(database.pool, [{ ...first, full_name: 'Mbuyi Jeanne' }, real], 'production')
  await remove('production')
  expect(await remove('production', 'boris')).toMatchObject({ deleted: 19 })
  const { rows } = await database.pool.query('select svc_id from citizens order by svc_id')
  expect(rows.map(({ svc_id }) => svc_id)).toEqual([first.svc_id, real.svc_id].toSorted())
})

test('an environment without generated people is refused', async () => {
  await expect(remove('production')).rejects.toMatchObject({ code: 'state_conflict' })
})
