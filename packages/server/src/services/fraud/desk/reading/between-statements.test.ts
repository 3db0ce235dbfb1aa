import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { amani, type DeskWorld, startDeskWorld } from '../desk-world.fixture.ts'
import { exportFraudCases } from './export-cases.ts'
import { listCases } from './queue.ts'
import { listFraudCases } from './read-cases.ts'

/** Another person changes a case while a list of cases is read, between two of its statements. */

const environment = 'production' as const
let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld(environment)
})
afterAll(() => world.stop())
const write = (text: string, values: unknown[] = []) => world.modes.database.pool.query(text, values)
const now = () => new Date(world.clock.now())

/** `open_1` and `open_2` wait, the newest first. `decided_1` to `decided_3` are older. */
beforeEach(async () => {
  await write('delete from fraud_cases')
  await write(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, status, created_at, changed_at,
       through_alias, parties, has_identified_party, evidence_count, due_at)
     select 'app_1', name, 'production', name, 'phishing', case when n < 3 then 'under_review' else 'dismissed' end,
       $1::timestamptz - n * interval '1 minute', $1, false, '{"subject":null,"victims":[]}', false, 0,
       $1::timestamptz + interval '1 day'
     from unnest('{open_1,open_2,decided_1,decided_2,decided_3}'::text[]) with ordinality given (name, n)`,
    [now()],
  )
})

const change = (caseId: string, status: string) => () =>
  write('update fraud_cases set status = $2 where case_id = $1', [caseId, status])

/** A pool that does something before the third statement that reads cases: the one that reads decided cases. */
const poolWith = (pool: pg.Pool, beforeThird: () => Promise<unknown>): pg.Pool => {
  let read = 0
  const hooked =
    (query: (...given: unknown[]) => Promise<unknown>) => async (text: unknown, values: unknown) => {
      if (String(text).includes('from fraud_cases c') && ++read === 3) await beforeThird()
      return query(text, values)
    }
  const connect = async () => {
    const client = await pool.connect()
    const query = hooked(client.query.bind(client) as never)
    return { query, release: (error?: Error) => client.release(error) }
  }
  return { query: hooked(pool.query.bind(pool) as never), connect } as unknown as pg.Pool
}
const deskWith = (beforeThird: () => Promise<unknown>) => {
  const { desk } = world
  const pool = poolWith(desk.pool, beforeThird)
  return { ...desk, databases: () => [{ name: 'home', pool }] }
}

test('a case that is decided meanwhile keeps its place, and makes no page short', async () => {
  const pool = poolWith(world.desk.pool, change('open_1', 'confirmed'))
  const found = await listCases(pool, { environment, limit: 4 }, now())
  expect(found.map(({ caseId }) => caseId)).toEqual(['open_1', 'open_2', 'decided_1', 'decided_2'])
  await change('open_1', 'under_review')()
  const page = await listFraudCases(amani, { environment, limit: 3 }, deskWith(change('open_1', 'confirmed')))
  expect(page.has_more).toBe(true)
})

test.each([
  ['decided', 'open_1', 'confirmed'],
  ['reopened', 'decided_1', 'under_review'],
])('a case that is %s meanwhile is in an export once', async (_how, caseId, status) => {
  let changed = 0
  const desk = deskWith(async () => {
    changed++
    await change(caseId, status)()
  })
  const { data } = await exportFraudCases(amani, { environment }, desk)
  expect(changed).toBe(1)
  expect(data.map(({ id }) => id)).toEqual(['open_1', 'open_2', 'decided_1', 'decided_2', 'decided_3'])
})
