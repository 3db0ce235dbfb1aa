import { inTransaction, openPool, tables } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { openActCell } from '../../app/cells/index.ts'
import { causeDirectly } from '../../register/register-outbox/index.ts'
import { resetClock } from './move-clock.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabaseAtNoon()
})
afterAll(() => database.drop())

/** Tables with rows of applications that a return to the present leaves as they are, by the reason. */
const staying = {
  'the configuration of the application': [
    ...['api_keys', 'applications', 'client_certificates', 'webhook_endpoints', 'billing_budgets'],
    ...['service_restorations', 'conformance_runs'],
    ...['production_reviews', 'production_review_files', 'production_review_messages'],
  ],
  'protection in real time': [
    ...['bursts', 'nonces', 'usage_counters', 'alarms', 'lookup_sketches', 'authentication_failures'],
  ],
  'positions only grow': ['event_positions'],
  'the sandbox is free': ['billing_allowances', 'billing_usage', 'call_charges', 'charges'],
  'the audit log, and what citizens said about it': [
    ...['audit_entries', 'audit_leaves', 'access_disputes', 'access_dispute_answers'],
  ],
  'the sign-in of members to the console': ['console_sign_in', 'member_identities', 'member_identity_visits'],
  'where the application is, and was': ['placed_keys', 'left_applications'],
}

/** Home deletes them (`networkChanged`). */
const ofTheNetwork = 'fraud_network_parties'

test('a return to the present removes the rows of each table of applications, or leaves them for a reason', async () => {
  const { rows } = await database.pool.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'erase_sandbox_data'`,
  )
  const list = /array\[([^\]]*)\]/.exec(rows[0]?.source ?? '')?.[1] ?? ''
  const erased = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name as string)
  const { rows: found } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'application_id'`,
  )
  const ofApplications = found.map(({ name }) => name).filter((name) => name in tables)

  expect([...erased, ofTheNetwork, ...Object.values(staying).flat()].toSorted()).toEqual(
    ofApplications.toSorted(),
  )
})

const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
  const columns = Object.keys(row)
  await database.pool.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
}

/** A sandbox application with a result and a confirmed case. */
const write = async (id: string): Promise<void> => {
  const [application_id, environment, at] = [id, 'sandbox', new Date(noon)]
  await insert('applications', {
    ...{ application_id, environment, organization_id: 'org', name: id, created_at: at, burst_per_second: 1 },
    ...{ services: '{}', scopes: '{}', purposes: '{}', test_clock_ms: 1_000 },
  })
  await insert('results', {
    ...{ application_id, day: at, result_id: id, service: 'kyc_validation', sealed_result: Buffer.from('r') },
  })
  await insert('fraud_cases', {
    ...{ application_id, environment, case_id: id, case_number: id, type: 'phishing', created_at: at },
    ...{ changed_at: at, through_alias: false, parties: '{}', has_identified_party: false },
    ...{ evidence_count: 0, due_at: at, status: 'confirmed' },
  })
  await join(database.pool, id, 0)
}

const join = (on: Pick<pg.Pool, 'query'>, id: string, party: number) =>
  on.query(
    `insert into fraud_network_parties (view, case_number, party, role, case_type, case_status, confirmed_on, application_id, case_id)
     values ('sandbox', $1, $2, 'suspect', 'phishing', 'confirmed', now(), $1, $1)`,
    [id, party],
  )

const rowsOf = async (id: string): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query<Record<string, number>>(
    `select (select count(*)::int from results where application_id = $1) as results,
       (select count(*)::int from fraud_cases where application_id = $1) as cases,
       (select count(*)::int from fraud_network_parties where application_id = $1) as parties`,
    [id],
  )
  return rows[0] ?? {}
}

const clock = { now: () => noon }
const cause = () => causeDirectly({ pool: database.pool, clock })
const reset = (id: string) =>
  inTransaction(database.pool, (client) => resetClock(client, id, { clock, cause: cause() }))

test('one of two applications returns to the present, and the other keeps everything', async () => {
  await write('app_one')
  await write('app_two')
  await reset('app_one')
  expect(await rowsOf('app_one')).toEqual({ results: 0, cases: 0, parties: 0 })
  expect(await rowsOf('app_two')).toEqual({ results: 1, cases: 1, parties: 1 })
})

test('an act that changes a case while the application returns leaves nothing in the fraud network', async () => {
  await write('app_raced')
  const acting = openPool(database.url, {
    ...{ maxConnections: 1, statementTimeoutMs: 30_000, onError: () => {} },
  })
  const act = await acting.connect()
  await act.query('begin')
  await act.query(`select from fraud_cases where case_id = 'app_raced' for update`)
  const resetting = reset('app_raced')
  const waiting = async () =>
    (
      await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBe(1)
  await join(act, 'app_raced', 1)
  await act.query('commit')
  act.release()
  await acting.end()
  await resetting
  expect(await rowsOf('app_raced')).toEqual({ results: 0, cases: 0, parties: 0 })
})

test('in a cell, home removes the cases from the fraud network, and the copy of the cell is not written', async () => {
  const home = await createDatabaseAtNoon()
  try {
    await write('app_placed')
    await join(home.pool, 'app_placed', 0)
    const cell = openActCell({
      ...{ name: 'north', pool: database.pool, home: home.pool, clock },
      ...{ rootKey: Buffer.alloc(32, 7), log() {} },
    })
    await inTransaction(database.pool, (client) =>
      resetClock(client, 'app_placed', { clock, cause: cell.cause }),
    )
    await cell.carry()
    expect(await rowsOf('app_placed')).toEqual({ results: 0, cases: 0, parties: 1 })
    const { rows } = await home.pool.query('select from fraud_network_parties')
    expect(rows).toEqual([])
  } finally {
    await home.drop()
  }
})
