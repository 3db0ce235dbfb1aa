import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { restoreService, updateApplication } from '../../../organizations/organizations/index.ts'
import { decideProposal, proposeDecision, reopenFraudCase, startFraudCase } from './case-acts.ts'
import { amani, bahati, chanda, codeOf, type DeskWorld, startDeskWorld } from './desk-world.fixture.ts'
import { markReportFalse } from './false-report.ts'

const dina: Actor = { kind: 'operator', name: 'Dina', account: 'dina', roles: ['supervisor'] }

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld('production')
})
afterAll(() => world.stop())

const services = ['aml_screening', 'fraud_reporting']
const statusChanged = 'application.production_status_changed'
type StatusEvent = { type: string; data: { previous_attributes: object } }
/** An application with a row, as an operator made it. */
const storedApplication = async (): Promise<Application> => {
  const application = world.newApplication()
  await world.modes.database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, approved_services, scopes,
       purposes, burst_per_second, production_status, created_at)
     values ($1, 'org_default', 'A', 'production', $2, $2, '{}', '{}', 50, 'in_review', now())`,
    [application.applicationId, services],
  )
  return application
}
const rowOf = async ({ applicationId }: Application) => {
  const { rows } = await world.modes.database.pool.query(
    'select approved_services, suspended_services from applications where application_id = $1',
    [applicationId],
  )
  return rows[0]
}

const dismissed = async (application: Application) => {
  const one = await world.report({ subject: { full_name: 'A' } }, application)
  const { desk } = world
  await startFraudCase(amani, one.named, desk)
  await proposeDecision(amani, { ...one.named, status: 'dismissed', reason: 'no facts' }, desk)
  await decideProposal(amani, { ...one.named, decision: 'accept' }, desk)
  return one
}
const mark = (by: Actor, named: { environment: null; fraud_case: string }) =>
  markReportFalse(by, { ...named, reason: 'the receipt is invented' }, world.desk)

describe('a false report', () => {
  test('is marked by two people and two accounts, on a dismissed case, once', async () => {
    const application = await storedApplication()
    const { named, number } = await dismissed(application)
    expect(await mark(amani, named)).toMatchObject({
      false_report: 'proposed',
      reporter: { false_reports: 0 },
    })
    expect(await codeOf(mark(amani, named))).toBe('second_person_required')
    expect(await codeOf(mark({ ...bahati, account: 'amani' } as Actor, named))).toBe(
      'second_account_required',
    )
    expect(await mark(bahati, named)).toMatchObject({
      ...{ false_report: 'yes', reporting_suspended: false, reporter: { false_reports: 1, dismissed: 1 } },
    })
    expect(await codeOf(mark(dina, named))).toBe('false_report_exists')
    const acts = (await world.acts(number)).slice(-2).map(({ action, actor }) => `${action} ${actor}`)
    expect(acts).toEqual(['cases.false_report Amani', 'cases.false_report Bahati'])
    const open = await world.report({ subject: { full_name: 'A' } }, application)
    expect(await codeOf(mark(amani, open.named))).toBe('case_status_not_allowed')
  })

  test('counts no more once the case is reopened', async () => {
    const { named } = await dismissed(await storedApplication())
    await mark(amani, named)
    await mark(bahati, named)
    expect(await reopenFraudCase(chanda, { ...named, reason: 'it was right' }, world.desk)).toMatchObject({
      false_report: 'no',
    })
  })
})

describe('an application whose reports are false too often', () => {
  const suspended = async () => {
    const application = await storedApplication()
    const cases = []
    for (let at = 0; at < 5; at++) cases.push(await dismissed(application))
    const [first] = cases
    if (!first) throw new Error('no case')
    await mark(amani, first.named)
    const marked = await mark(bahati, first.named)
    return { application, cases, marked }
  }

  test('loses the service at the share, with its event, its act, and for every call', async () => {
    const application = await storedApplication()
    const few = await dismissed(application)
    await mark(amani, few.named)
    // All of one report is a large share, and too few reports.
    expect((await mark(bahati, few.named)).reporting_suspended).toBe(false)
    expect(await rowOf(application)).toEqual({ approved_services: services, suspended_services: [] })

    const one = await suspended()
    expect(one.marked).toMatchObject({
      reporting_suspended: true,
      reporter: { false_reports: 1, dismissed: 5 },
    })
    expect(await rowOf(one.application)).toEqual({
      ...{ approved_services: ['aml_screening'], suspended_services: ['fraud_reporting'] },
    })
    const { applicationId } = one.application
    const [act] = await world.acts(applicationId)
    expect(act).toMatchObject({
      action: 'applications.suspend_service',
      after: { service: 'fraud_reporting', reason: '1 of 5 decided fraud reports are false' },
    })
    const { json } = await world.get(one.application, '/v1/events?limit=100')
    const changed = (json.data as StatusEvent[]).filter(({ type }) => type === statusChanged)
    // The status stays: it is that of the newest review.
    expect(changed).toMatchObject([
      {
        livemode: true,
        data: {
          object: {
            ...{ id: applicationId, object: 'application', name: 'A', environment: 'production' },
            ...{ production_status: 'in_review', services, approved_services: ['aml_screening'] },
          },
        },
      },
    ])
    expect(changed[0]?.data.previous_attributes).toEqual({ approved_services: services })
    world.modes.admitApplication({ ...one.application, approvedServices: new Set(['aml_screening']) })
    await expect(world.report({}, one.application)).rejects.toThrow('production_access_required')

    // The list of events is readable until no approval is left. Jobs and batches would disclose results of the suspended service.
    const read = async (path: string, suspendedApprovals: Application['suspendedApprovals']) => {
      world.modes.admitApplication({ ...one.application, approvedServices: new Set(), suspendedApprovals })
      return (await world.get(one.application, path)).status
    }
    const suspendedService = new Set(['fraud_reporting'] as const)
    expect(await read('/v1/events', suspendedService)).toBe(200)
    expect(await read('/v1/events', new Set())).toBe(403)
    for (const path of ['/v1/jobs/job_1', '/v1/batches/bat_1', '/v1/batches/bat_1/results'])
      expect(await read(path, suspendedService), path).toBe(403)
  })

  test('gets it back by two people, and not by an approval', async () => {
    const { application } = await suspended()
    const { applicationId } = application
    const { platform } = world.modes
    const organizations = { ...platform, credentialsVault: platform.vaultFor('credentials') }
    await updateApplication(
      dina,
      { application_id: applicationId, settings: { approved: true } },
      organizations,
    )
    expect(await rowOf(application)).toMatchObject({ approved_services: ['aml_screening'] })
    const input = { application_id: applicationId, service: 'fraud_reporting', reason: 'trained' } as const
    const restore = (by: Actor) => restoreService(by, input, world.desk)
    expect(await restore(dina)).toMatchObject({ status: 'proposed', approved_services: ['aml_screening'] })
    expect(await restore(dina)).toMatchObject({ status: 'proposed' })
    expect(await codeOf(restore({ ...chanda, account: 'dina' } as Actor))).toBe('second_account_required')
    expect(await restore(chanda)).toMatchObject({ status: 'restored', approved_services: services })
    expect(await rowOf(application)).toEqual({ approved_services: services, suspended_services: [] })
    expect(await codeOf(restore(dina))).toBe('service_not_suspended')
    expect(await world.modes.count('events', application, `type = '${statusChanged}'`)).toBe(2)
  })

  test('does not get back an approval that was withdrawn meanwhile, nor a service that was removed', async () => {
    const { platform } = world.modes
    const organizations = { ...platform, credentialsVault: platform.vaultFor('credentials') }
    const restoredAfter = async (settings: object) => {
      const { application } = await suspended()
      const { applicationId } = application
      await updateApplication(dina, { application_id: applicationId, settings }, organizations)
      const input = { application_id: applicationId, service: 'fraud_reporting', reason: 'trained' } as const
      await restoreService(dina, input, world.desk)
      const { status, is_live, approved_services } = await restoreService(chanda, input, world.desk)
      const events = await world.modes.count('events', application, `type = '${statusChanged}'`)
      return { status, is_live, approved_services, events }
    }
    expect(await restoredAfter({ approved: false })).toEqual({
      ...{ status: 'restored', is_live: false, approved_services: [], events: 1 },
    })
    expect(await restoredAfter({ services: ['aml_screening'] })).toMatchObject({ is_live: false })
    expect(await restoredAfter({ burst: 7 })).toMatchObject({ is_live: true })
  })
})
