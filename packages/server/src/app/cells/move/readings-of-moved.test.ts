import { startQueue } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { askAll, type BoundAct, inPlaceOfObject, requireAllRead } from '../../../gateway/acts/index.ts'
import { createHomeAndCell } from '../../../testing/database/home-and-cell.ts'
import { performMove } from './move-organization.ts'

/** What readings of all databases say of an organization that has left one database, and has not arrived in the other one. */
let home: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one'], createTestDatabase))
  await home.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ('app_one', 'org_one', 'Guichet', 'sandbox', '{}', '{}', '{}', 1, now())`,
  )
  await home.pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at, through_alias, parties,
       has_identified_party, evidence_count, due_at)
     values ('app_one', 'case_one', 'sandbox', '1', 'sim_swap', now(), now(), false, '{}', false, 0, now())`,
  )
  await (await startQueue({ pool: home.pool, upkeepPool: null, migrate: false }, () => {})).stop()
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

/** Ends, as if it was killed, before the commit of the target or before the end. */
const moveUntil = (end: 'target' | 'end'): Promise<unknown> => {
  const killed = (step: typeof end) => async () => {
    if (step === end) throw new Error('killed')
  }
  return performMove({
    organizationId: 'org_one',
    ...{ source: { name: 'home', owner: home.pool }, target: { name: 'north', owner: cell.pool } },
    ...{ home: home.pool, refuseMs: 10_000, requireAlone: async () => {}, progress: () => {} },
    ...{ markMonitors: killed('target'), pause: killed('end') },
  }).catch(({ message }) => message)
}
const databases = () => [
  { name: 'home', pool: home.pool },
  { name: 'north', pool: cell.pool },
]
const casesIn = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query('select case_id from fraud_cases')).rows.map(({ case_id }) => case_id)
const cases = async (ask = casesIn as (pool: pg.Pool, name: string) => Promise<string[]>) => {
  const { answers, unread } = await askAll(databases(), ask, 30_000)
  return { cases: answers.flatMap(({ answer }) => answer), unread }
}

/** An act on a case that its id names. It answers where it ran. */
const codeOfAct = async (): Promise<unknown> => {
  const north = { name: 'north', pool: cell.pool }
  const actIn = (name: string) => ({ run: async () => name }) as unknown as BoundAct
  const [act] = inPlaceOfObject({
    home: home.pool,
    places: { all: () => [{ name: 'north', cell: north }], findApplication: () => null },
    actsIn: (one: typeof north | null) => [actIn(one?.name ?? 'home')],
    async applicationOf(pool, id) {
      const { rows } = await pool.query('select application_id from fraud_cases where case_id = $1', [id])
      return rows[0]?.application_id ?? null
    },
    missing: 'case_not_found',
  })
  return act?.run({ kind: 'system', task: 'cells' }, { id: 'case_one' }).catch(({ code }) => code)
}

test('readings name the database that an organization left, until its rows are in the other one', async () => {
  expect(await cases()).toEqual({ cases: ['case_one'], unread: [] })
  expect(await moveUntil('target')).toBe('killed')
  const between = await cases()
  expect(between).toEqual({ cases: [], unread: ['home'] })
  expect(() => requireAllRead(between.unread)).toThrow()
  expect(await codeOfAct()).toBe('overloaded')

  // The rows arrive after the target was asked, and before home answers.
  const targetWasAsked = Promise.withResolvers<void>()
  const during = await cases(async (pool, name) => {
    if (name === 'home') {
      await targetWasAsked.promise
      expect(await moveUntil('end')).toBe('killed')
      return casesIn(pool)
    }
    const found = await casesIn(pool)
    targetWasAsked.resolve()
    return found
  })
  expect(during).toEqual({ cases: ['case_one'], unread: [] })
  expect(await codeOfAct()).toBe('north')
})
