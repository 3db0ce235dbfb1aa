import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApplication } from '../../../testing/application.ts'
import { decideProposal, proposeDecision, startFraudCase } from './case-acts.ts'
import { amani, bahati, type DeskWorld, startDeskWorld } from './desk-world.fixture.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld()
})
afterAll(() => world.stop())

test('an act on a case of the sandbox has the time of the test clock of its application', async () => {
  const { modes, desk, clock } = world
  const { pool } = modes.database
  const clockAheadMs = 400 * dayMs
  const application = modes.admitApplication(testApplication({ clockAheadMs }))
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at, test_clock_ms)
     values ($1, 'org', 'Shop', 'sandbox', '{}', '{}', '{}', 100, $2, $3)`,
    [application.applicationId, new Date(clock.now()), clockAheadMs],
  )
  const subject = { role: 'suspect', identifier: { type: 'svc_id', value: 'COD-5555-0000-0001' } }
  const { named, id, number } = await world.report({ subject }, application)

  const confirmed = {
    status: 'confirmed',
    reason: 'two witnesses',
    despite_mismatch: 'a test identity',
  } as const

  await startFraudCase(amani, named, desk)
  await proposeDecision(amani, { ...named, ...confirmed }, desk)
  await decideProposal(bahati, { ...named, decision: 'accept', despite_mismatch: 'a test identity' }, desk)

  const moved = new Date(clock.now() + clockAheadMs)
  const { rows: changed } = await pool.query('select changed_at from fraud_cases where case_id = $1', [id])
  const { rows: entries } = await pool.query(
    'select distinct at from fraud_case_entries where case_id = $1 and actor <> $2',
    [id, 'system'],
  )
  const { rows: joined } = await pool.query(
    'select confirmed_on::text as day from fraud_network_parties where case_number = $1',
    [number],
  )
  expect([changed, entries, joined]).toEqual([
    [{ changed_at: moved }],
    [{ at: moved }],
    [{ day: dayOf(moved.getTime()) }],
  ])
})
