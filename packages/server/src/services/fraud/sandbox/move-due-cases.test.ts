import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { createFraudStore, type FraudNetwork, networkKeys } from '../../../risk/fraud-network/index.ts'
import { testApplication } from '../../../testing/application.ts'
import type { Modes } from '../../../testing/modes.ts'
import { openCaseNetwork } from '../case-network.ts'
import { startFraud } from '../fraud-modes.fixture.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import { type MoveDependencies, moveDueCases, stateMs } from './move-due-cases.ts'

let modes: Modes
let moving: MoveDependencies
let network: FraudNetwork
const errors: unknown[] = []
beforeAll(async () => {
  modes = await startFraud()
  const { pool, clock, newId, requestsVault } = modes.dependencies
  network = createFraudStore({ pool, ...networkKeys(modes.platform) })
  moving = {
    ...{ pool, clock, newId, requestsVault },
    vaults: fraudSecrets(modes.platform).vaults,
    network: openCaseNetwork(modes.platform),
    wakeDeliveries() {},
    onError: (error) => errors.push(error),
  }
})
afterAll(() => modes.stop())

let people = 0
const newSvcId = () => `COD-4444-0000-${String(++people).padStart(4, '0')}`
const reported = async (body: Record<string, unknown>, target = '/v1/fraud/reports') => {
  const application = modes.admitApplication(testApplication())
  const { json, status } = await modes.call(application, { target, body: { description: 'x', ...body } })
  expect(status).toBe(200)
  return {
    application,
    id: String(json.id),
    status: async () => (await modes.get(application, `/v1/fraud/reports/${json.id}`)).json.status,
  }
}
const changes = async (application: Application) => {
  const { json } = await modes.get(application, '/v1/events?limit=100')
  const events = json.data as { type: string; data: Record<string, Record<string, unknown>> }[]
  return events
    .filter(({ type }) => type.endsWith('status_changed'))
    .map(({ type, data }) => [type, data.previous_attributes?.status, data.object?.status])
}
const suspects = async (svcId: string, { applicationId }: Application) => {
  const subject = { svcId, rccm: null, names: [], dateOfBirth: null, nationality: null }
  return (await network.find(subject, { environment: 'sandbox', applicationId })).suspectIn.length
}
const suspect = (svcId: string) => ({ role: 'suspect', identifier: { type: 'svc_id', value: svcId } })
const pass = async (ms: number) => {
  modes.clock.advance(ms)
  await moveDueCases(moving)
}

describe('a case of the sandbox', () => {
  test('moves 5 s after each state, with an event, an entry of its timeline and the network', async () => {
    const svcId = newSvcId()
    const one = await reported({ type: 'document_forgery', subject: suspect(svcId) })
    await pass(stateMs - 1)
    expect(await one.status()).toBe('received')
    await pass(1)
    expect([await one.status(), await suspects(svcId, one.application)]).toEqual(['under_review', 0])
    await pass(stateMs - 1)
    expect(await one.status()).toBe('under_review')
    await pass(1)
    expect([await one.status(), await suspects(svcId, one.application)]).toEqual(['confirmed', 1])
    await pass(10 * stateMs)
    expect(await one.status()).toBe('confirmed')
    expect(await changes(one.application)).toEqual([
      ['fraud_report.status_changed', 'received', 'under_review'],
      ['fraud_report.status_changed', 'under_review', 'confirmed'],
    ])
    expect(await modes.count('fraud_case_entries', one.application, "act = 'sandbox'")).toBe(2)
    expect(await modes.count('audit_entries', one.application, "actor = 'system'")).toBe(2)
    expect(await suspects(svcId, modes.admitApplication(testApplication()))).toBe(0)
  })

  test.each([
    ['money_laundering', {}, 'escalated_to_authorities'],
    ['terrorist_financing', { subject: { full_name: 'A' } }, 'escalated_to_authorities'],
    ['other', {}, 'dismissed'],
    ['phishing', { victims: [{ anonymous: true }] }, 'dismissed'],
    ['phishing', { victims: [{ phone_number: '+243810000000' }] }, 'confirmed'],
    [
      'other',
      {
        evidence: [
          {
            type: 'transaction_log',
            description: 'x',
            file: { data: Buffer.from('a,b\n').toString('base64') },
          },
        ],
      },
      'confirmed',
    ],
  ])('of the type %s with %j ends as %s', async (type, more, outcome) => {
    const one = await reported({ type, ...more })
    await pass(stateMs)
    await pass(stateMs)
    expect(await one.status()).toBe(outcome)
  })

  test('of the legacy alias has two events for each move', async () => {
    const one = await reported({ subject: { full_name: 'A' } }, '/v1/fraud/usurpation-reports')
    await pass(stateMs)
    expect((await changes(one.application)).map(([type]) => type)).toEqual([
      'fraud_report.status_changed',
      'usurpation_report.status_changed',
    ])
  })
})

test('several processes move each case once', async () => {
  const cases = await Promise.all(Array.from({ length: 12 }, () => reported({ type: 'other' })))
  modes.clock.advance(stateMs)
  await Promise.all(Array.from({ length: 4 }, () => moveDueCases(moving)))
  for (const one of cases) expect(await changes(one.application)).toHaveLength(1)
})

test('a backlog moves in turns, until it has to give way', async () => {
  const { application, id } = await reported({ type: 'other' })
  await modes.database.pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at,
       through_alias, parties, has_identified_party, evidence_count, due_at)
     select application_id, case_id || n, environment, case_number || n, type, created_at, changed_at,
       through_alias, parties, has_identified_party, evidence_count, due_at
     from fraud_cases, generate_series(1, 249) as n where case_id = $1`,
    [id],
  )
  modes.clock.advance(stateMs)
  const moved = () => modes.count('fraud_cases', application, "status = 'under_review'")
  let turns = 0
  await moveDueCases(moving, async () => ++turns < 2)
  expect(await moved()).toBe(200)
  await moveDueCases(moving)
  expect(await moved()).toBe(250)
})

test('a case that cannot be moved stays as it is, and the others of its application move', async () => {
  const [bad, good] = [newSvcId(), newSvcId()]
  const first = await reported({ type: 'document_forgery', subject: suspect(bad) })
  const body = { type: 'document_forgery', description: 'x', subject: suspect(good) }
  await modes.call(first.application, { target: '/v1/fraud/reports', body })
  await pass(stateMs)
  modes.clock.advance(stateMs)
  const failing: MoveDependencies = {
    ...moving,
    network: {
      async prepare(client, cases, confirmedOn) {
        const write = await moving.network.prepare(client, cases, confirmedOn)
        return async (writing) => {
          if (cases.some(({ caseId }) => caseId === first.id)) throw new Error('cannot be matched')
          await write(writing)
        }
      },
    },
  }
  await moveDueCases(failing)
  expect(await first.status()).toBe('under_review')
  expect([await suspects(bad, first.application), await suspects(good, first.application)]).toEqual([0, 1])
  expect(errors).not.toEqual([])
})

test('a case under a moved test clock joins the network on the day of that clock', async () => {
  const clockAheadMs = 400 * dayMs
  const application = modes.admitApplication(testApplication({ clockAheadMs }))
  await modes.database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at, test_clock_ms)
     values ($1, 'org', 'Shop', 'sandbox', '{}', '{}', '{}', 100, $2, $3)`,
    [application.applicationId, new Date(modes.clock.now()), clockAheadMs],
  )
  const body = { type: 'document_forgery', description: 'x', subject: suspect(newSvcId()) }
  const { json } = await modes.call(application, { target: '/v1/fraud/reports', body })

  await pass(stateMs)
  await pass(stateMs)

  const { rows } = await modes.database.pool.query(
    'select confirmed_on::text as day from fraud_network_parties where case_number = $1',
    [json.case_number],
  )
  expect(rows).toEqual([{ day: dayOf(modes.clock.now() + clockAheadMs) }])
})

test('a case of production does not move', async () => {
  const one = await reported({ type: 'other' })
  await modes.database.pool.query(`update fraud_cases set environment = 'production' where case_id = $1`, [
    one.id,
  ])
  await pass(10 * stateMs)
  expect(await changes(one.application)).toEqual([])
})
