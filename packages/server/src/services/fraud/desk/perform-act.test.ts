import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApplication } from '../../../testing/application.ts'
import type { Modes } from '../../../testing/modes.ts'
import { startFraud } from '../fraud-modes.fixture.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import type { Act } from './case-act-types.ts'
import type { DeskPerson } from './desk-person.ts'
import { codeOf } from './desk-world.fixture.ts'
import { type DeskDependencies, performAct } from './perform-act.ts'

const amani: DeskPerson = { name: 'Amani', account: 'amani', isSupervisor: false }
const bahati: DeskPerson = { name: 'Bahati', account: 'bahati', isSupervisor: true }

let modes: Modes
let desk: DeskDependencies
const inNetwork = new Set<string>()
beforeAll(async () => {
  modes = await startFraud()
  const { pool, clock, newId, requestsVault } = modes.dependencies
  desk = {
    ...{ pool, clock, newId, requestsVault },
    vaults: fraudSecrets(modes.platform).vaults,
    rules: { twoPeople: true, oneAccountMayBeTwo: false },
    network: {
      join: async (_client, { caseNumber }) => void inNetwork.add(caseNumber),
      leave: async (_client, { caseNumber }) => void inNetwork.delete(caseNumber),
      compare: async () => [],
    },
    wakeDeliveries() {},
  }
})
afterAll(() => modes.stop())

const reported = async (target = '/v1/fraud/reports') => {
  const application = modes.admitApplication(testApplication())
  const body = { type: 'identity_usurpation', subject: { full_name: 'A' }, description: 'x' }
  const { json } = await modes.call(application, { target, body })
  const number = String(json.case_number)
  return {
    application,
    number,
    id: String(json.id),
    act: (person: DeskPerson, act: Act, idOrNumber = number) =>
      performAct(person, { environment: 'sandbox', fraudCase: idOrNumber, act }, desk),
    events: async () => {
      const listed = await modes.get(application, '/v1/events?limit=100')
      return (listed.json.data as { type: string; data: Record<string, Record<string, unknown>> }[]).filter(
        ({ type }) => type.endsWith('status_changed'),
      )
    },
  }
}

test('a case is found by its number and by its id, in its environment alone', async () => {
  const one = await reported()
  expect((await one.act(amani, { act: 'start' })).state.status).toBe('under_review')
  expect((await one.act(bahati, { act: 'claim' }, one.id)).state.assignee).toBe('Bahati')
  expect(await codeOf(one.act(amani, { act: 'claim' }, 'RDC-FRD-2026-999999'))).toBe('case_not_found')
  const elsewhere = {
    environment: 'production' as const,
    fraudCase: one.number,
    act: { act: 'claim' } as const,
  }
  expect(await codeOf(performAct(amani, elsewhere, desk))).toBe('case_not_found')
})

describe('a change of status', () => {
  test('is read by the reporter, is in the timeline, and is an event with the status before', async () => {
    const one = await reported()
    await one.act(amani, { act: 'start' })
    await one.act(amani, { act: 'note', text: 'called the bank' })
    await one.act(amani, { act: 'propose', status: 'confirmed', reason: 'two witnesses' })
    await one.act(bahati, { act: 'accept' })
    expect((await modes.get(one.application, `/v1/fraud/reports/${one.id}`)).json.status).toBe('confirmed')
    const events = await one.events()
    expect(events.map(({ data }) => [data.object?.status, data.previous_attributes?.status])).toEqual([
      ['under_review', 'received'],
      ['confirmed', 'under_review'],
    ])
    const { rows } = await modes.database.pool.query(
      `select act, actor, status from fraud_case_entries where case_id = $1 order by position`,
      [one.id],
    )
    expect(rows.map(({ act, actor, status }) => [act, actor, status])).toEqual([
      ['reported', 'application', 'received'],
      ['start', 'Amani', 'under_review'],
      ['note', 'Amani', null],
      ['propose', 'Amani', null],
      ['accept', 'Bahati', 'confirmed'],
    ])
    expect(inNetwork.has(one.number)).toBe(true)
    await one.act(bahati, { act: 'reopen', reason: 'a mistake' })
    expect(inNetwork.has(one.number)).toBe(false)
  })

  test('of a case of the legacy alias sends a second event', async () => {
    const one = await reported('/v1/fraud/usurpation-reports')
    await one.act(amani, { act: 'start' })
    expect((await one.events()).map(({ type }) => type)).toEqual([
      'fraud_report.status_changed',
      'usurpation_report.status_changed',
    ])
  })
})

test('of 64 decisions at the same time one wins', async () => {
  const one = await reported()
  await one.act(amani, { act: 'start' })
  await one.act(amani, { act: 'propose', status: 'confirmed', reason: 'r' })
  const codes = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      codeOf(one.act(bahati, index % 2 ? { act: 'accept' } : { act: 'reject', reason: 'r' })),
    ),
  )
  expect(codes.filter((code) => code === null)).toHaveLength(1)
  expect((await one.events()).length).toBeLessThanOrEqual(2)
})

test('an act that fails changes nothing', async () => {
  const one = await reported()
  await one.act(amani, { act: 'start' })
  await one.act(amani, { act: 'propose', status: 'confirmed', reason: 'r' })
  const failing = {
    ...desk,
    network: { ...desk.network, join: () => Promise.reject(new Error('no network')) },
  }
  const accept = { environment: 'sandbox' as const, fraudCase: one.number, act: { act: 'accept' } as const }
  await expect(performAct(bahati, accept, failing)).rejects.toThrow('no network')
  expect((await modes.get(one.application, `/v1/fraud/reports/${one.id}`)).json.status).toBe('under_review')
  expect(await one.events()).toHaveLength(1)
})

test('texts of the timeline are sealed, and every act is audited', async () => {
  const one = await reported()
  await one.act(amani, { act: 'note', text: 'the suspect lives in Goma' })
  const { rows } = await modes.database.pool.query<{ row: string }>(
    'select row_to_json(e)::text as row from fraud_case_entries e where case_id = $1',
    [one.id],
  )
  expect(rows.map(({ row }) => row).join()).not.toContain('Goma')
  expect(await modes.count('audit_entries', one.application, `outcome = 'note ${one.number}'`)).toBe(1)
})
