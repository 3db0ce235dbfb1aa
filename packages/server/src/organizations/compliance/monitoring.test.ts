import type { Actor } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListCursors } from '../../gateway/acts/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { memberRealm } from '../people/index.ts'
import { listOwnAlerts } from './alerts.ts'
import { decideOwnHit, listOwnDispositions } from './dispositions.ts'
import { listOwnMonitors, stopOwnMonitor } from './monitors.ts'
import type { ComplianceNeeds } from './needs.ts'

let world: MonitoredWorld
let needs: ComplianceNeeds
const organization_id = 'org_bank'
const officer: Actor = {
  ...{ kind: 'member', personId: 'per_officer', organizationId: organization_id },
  roles: ['compliance_officer'],
}
const row = (reference: string, name: string) => `${reference},individual,${name},,COD,2024-05-01,`
const unrelated = row('N.0', 'Person Altogether Different')

beforeAll(async () => {
  world = await startMonitoredWorld()
  const { pool, clock, dependencies, secrets } = world
  needs = {
    ...{ pool, clock, secrets, realm: memberRealm, newId: dependencies.newId },
    ...{ resultsVault: dependencies.resultsVault, requestsVault: dependencies.requestsVault },
    cursors: createListCursors(deriveKey(Buffer.alloc(32, 1), 'cursors')),
    // These acts read neither.
    reasons: undefined as never,
    disputes: undefined as never,
  }
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_bank', 'Banque', now())`,
  )
  await pool.query(
    `insert into member_accounts (account_id, email, name, language, password_hash, created_at, password_changed_at)
     values ('per_officer', 'amina@example.cd', 'Amina Kabeya', 'fr', '', now(), now())`,
  )
})
afterAll(() => world.stop())

/** An application of the organization, as rows have it. */
const ownApplication = async () => {
  const application = world.newApplication()
  await world.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, $2, 'Caisse', $3, '{}', '{}', '{}', 1, now())
     on conflict (application_id) do update set organization_id = excluded.organization_id`,
    [application.applicationId, organization_id, application.environment],
  )
  return { application, own: { organization_id, application_id: application.applicationId } }
}
const entriesOf = async (name: string) => {
  const { rows } = await world.pool.query('select actor, subject, after from acts where action = $1', [name])
  return rows
}

test('a monitor is listed without its subject, and its alerts with the hits, until it is stopped', async () => {
  const { application, own } = await ownApplication()
  const name = 'Wambozu Ilondo Kapesa'
  await world.publish('national', [unrelated])
  const screening = await world.monitor(application, { full_name: name }, { reference: 'customer-1' })
  const listed = await listOwnMonitors(officer, own, needs)
  expect(listed.data).toMatchObject([
    { object: 'monitor', status: 'active', reference: 'customer-1', screening_id: screening.id },
  ])
  expect(JSON.stringify(listed)).not.toContain('Wambozu')

  await world.publish('national', [unrelated, row('D.1', name)])
  await world.cycle()
  const { data: alerts } = await listOwnAlerts(officer, own, needs)
  expect(alerts).toMatchObject([
    {
      ...{ object: 'alert', type: 'aml_screening.alert', reason: 'new_hit', reference: 'customer-1' },
      ...{ monitor_id: listed.data[0]?.id, previous_risk_level: 'low' },
      hits: [{ position: 0, matched_name: name, list: 'National designation list' }],
    },
  ])
  expect(await entriesOf('monitors.list_alerts')).toEqual([
    {
      actor: 'per_officer',
      subject: own.application_id,
      after: { screenings: [alerts[0]?.screening_id] },
    },
  ])

  const stop = { ...own, id: listed.data[0]?.id ?? '' }
  await stopOwnMonitor(officer, stop, needs)
  expect((await listOwnMonitors(officer, own, needs)).data).toMatchObject([
    { status: 'stopped', reference: null },
  ])
  await expect(stopOwnMonitor(officer, stop, needs)).rejects.toMatchObject({ code: 'monitor_not_found' })
  const { rows } = await world.pool.query(
    'select octet_length(sealed_subject) as bytes from monitors where application_id = $1',
    [own.application_id],
  )
  expect(rows).toEqual([{ bytes: 0 }])
})

test('monitors are listed a page at a time, the newest first', async () => {
  const { application, own } = await ownApplication()
  await world.publish('national', [unrelated])
  for (const name of ['Humba Lokole', 'Matondo Ngoy', 'Kasongo Ilunga'])
    await world.screen(application, { full_name: name }, { monitoring: true, reference: name })
  const first = await listOwnMonitors(officer, { ...own, limit: 2 }, needs)
  const second = await listOwnMonitors(officer, { ...own, limit: 2, cursor: `${first.next_cursor}` }, needs)
  const listed = [...first.data, ...second.data].map(({ reference }) => reference)
  expect(listed.toSorted()).toEqual(['Humba Lokole', 'Kasongo Ilunga', 'Matondo Ngoy'])
  expect(second.next_cursor).toBeNull()
})

test('the officer of a decision is the member, and a foreign application is missing', async () => {
  const { application, own } = await ownApplication()
  await world.publish('national', [unrelated, row('D.2', 'Bola Nsimba Lukau')])
  const screening = await world.screen(application, { full_name: 'Bola Nsimba Lukau' })
  const decision = {
    ...{ ...own, screening_id: screening.id, position: 0, disposition: 'false_positive' as const },
    reason: 'Born in another year.',
  }
  const decided = await decideOwnHit(officer, decision, needs)
  expect(decided).toMatchObject({ object: 'aml_disposition', officer: 'Amina Kabeya', position: 0 })
  expect((await listOwnDispositions(officer, own, needs)).data).toEqual([decided])
  expect((await listOwnDispositions(officer, { ...own, screening_id: 'aml_other' }, needs)).data).toEqual([])
  await expect(decideOwnHit(officer, { ...decision, position: 5 }, needs)).rejects.toMatchObject({
    code: 'hit_not_found',
  })
  await expect(
    decideOwnHit(officer, { ...decision, screening_id: 'aml_01KJQCCTY0B1F2GR7V5Q0WDX9N' }, needs),
  ).rejects.toMatchObject({ code: 'hit_not_found' })
  await expect(decideOwnHit(officer, { ...decision, reason: '\u3164' }, needs)).rejects.toMatchObject({
    code: 'value_invalid',
  })
  expect(JSON.stringify(await entriesOf('dispositions.decide_own'))).not.toContain('another year')

  const foreign: Actor = { ...officer, organizationId: 'org_other' }
  const asForeign = { ...own, organization_id: 'org_other' }
  await expect(listOwnDispositions(foreign, asForeign, needs)).rejects.toMatchObject({
    code: 'application_not_found',
  })
})
