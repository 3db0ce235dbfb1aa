import { amlChecks } from '@nani/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import type { Business } from '../../register/register/index.ts'
import { type NetworkParty, writeNetworkParties } from '../../risk/fraud-network/index.ts'
import { testCitizen, testDocument } from '../../testing/citizen.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { type NationalList, nationalList } from '../../testing/national-list.ts'
import { listMonitors, stopMonitor } from './monitors.ts'

let world: MonitoredWorld
let list: NationalList
beforeAll(async () => {
  world = await startMonitoredWorld()
  list = await nationalList(world)
})
afterAll(() => world.stop())

describe('an identity that changes', () => {
  let people = 0
  const newSvcId = () => `COD-7777-0000-${String(++people).padStart(4, '0')}`
  const citizen = (svc_id: string, full_name: string, changes = {}) =>
    testCitizen({ svc_id, full_name, documents: [], phone_numbers: [], ...changes })

  test('that is no longer certified is screened with its last certified name, and keeps its matches', async () => {
    const application = world.newApplication()
    const [name, svcId] = [list.newName(), newSvcId()]
    const row = list.listed(name, '1988,COD,2024-05-01,')
    await list.add(row)
    await world.enrol(citizen(svcId, name))
    await world.monitor(application, { identifier: { type: 'svc_id', value: svcId } })
    await world.enrol(citizen(svcId, name, { certified: false }))
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
    await list.drop(row)
    await world.cycle()
    expect((await world.alerts(application)).map(({ reason }) => reason)).toEqual(['risk_level_changed'])
  })

  const companyRccm = 'CD/KNG/RCCM/19-B-00071'
  const company = (legal_name: string, trade_name: string | null): Business => ({
    legal_name,
    trade_name,
    legal_form: 'SARL',
    status: 'active',
    registered_on: '2019-04-02',
    identifiers: { rccm: companyRccm, id_nat: null, nif: null },
    activity: null,
    share_capital: null,
    address: null,
    officers: [],
    beneficial_owners: [],
    updated_at: '2025-11-03T08:00:00.000Z',
  })

  test('is screened again with its new name, and monitored with it', async () => {
    const application = world.newApplication()
    const [before, after, svcId] = [list.newName(), list.newName(), newSvcId()]
    await world.enrol(citizen(svcId, before))
    await world.monitor(application, { identifier: { type: 'svc_id', value: svcId } })
    await list.add(list.listed(after, '1988,COD,2024-05-01,'))
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
    await world.enrol(citizen(svcId, after))
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit', risk_level: 'high' }])
    await list.drop(...[...list.rows].filter((row) => row.includes(after)))
    await world.cycle()
    expect((await world.alerts(application)).map(({ reason }) => reason)).toEqual([
      'new_hit',
      'risk_level_changed',
    ])
    const stored = await world.monitorOf(application)
    expect(stored?.party().facts.screened?.names).toEqual([after])
  })

  test('of a company is screened again too', async () => {
    const application = world.newApplication()
    const [before, after] = [list.newName(), list.newName()]
    await world.enrolBusiness(company(before, null))
    await list.add(list.listed(after, ',COD,2024-05-01,', 'business'))
    await world.monitor(application, { business: { identifier: { type: 'rccm', value: companyRccm } } })
    await world.enrolBusiness(company(before, after))
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit' }])
  })

  test('is found even if its identifier was unknown when its monitor began', async () => {
    const application = world.newApplication()
    const [name, passport] = [list.newName(), 'OP7700001']
    const begun = await world.monitor(application, { identifier: { type: 'passport', value: passport } })
    expect(begun.checks).toEqual([])
    await list.add(list.listed(name, '1988,COD,2024-05-01,'))
    await world.enrol(citizen(newSvcId(), name, { documents: [testDocument('passport', passport)] }))
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit', risk_level: 'high' }])
  })

  test('is read again, and identities without a change are not', async () => {
    const [changed, other] = [newSvcId(), newSvcId()]
    for (const svcId of [changed, other]) {
      await world.enrol(citizen(svcId, list.newName()))
      await world.monitor(world.newApplication(), { identifier: { type: 'svc_id', value: svcId } })
    }
    const reads: string[] = []
    const { register } = world.monitoring
    const findCitizen = register.findCitizen
    register.findCitizen = (identifier, view) => {
      reads.push(identifier.value)
      return findCitizen(identifier, view)
    }
    await world.cycle()
    expect(reads).toEqual([])
    await world.enrol(citizen(changed, list.newName()))
    await world.cycle()
    expect(reads).toEqual([changed])
    register.findCitizen = findCitizen
  })

  test('in a register that reports no changes is found by the daily full rescan', async () => {
    const application = world.newApplication()
    const [before, after, svcId] = [list.newName(), list.newName(), newSvcId()]
    await world.enrol(citizen(svcId, before))
    await world.monitor(application, { identifier: { type: 'svc_id', value: svcId } })
    await list.add(list.listed(after, '1988,COD,2024-05-01,'))
    await world.pool.query('update citizens set full_name = $2 where svc_id = $1', [svcId, after])
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
    await world.pass(world.intervals.rescanMs)
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit' }])
  })
})

describe('time itself', () => {
  test('lowers a level: a designation ended yesterday', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const until = new Date(world.clock.now() + 2 * world.intervals.rescanMs).toISOString().slice(0, 10)
    await list.add(`${list.listed(name)}${until}`)
    const begun = await world.monitor(application, { full_name: name })
    expect(begun.risk_level).toBe('high')
    for (let day = 0; day < 4; day++) {
      await world.pass(world.intervals.rescanMs)
      await world.cycle()
    }
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'risk_level_changed', previous_risk_level: 'high', risk_level: 'medium' },
    ])
  })
})

describe('the network of confirmed fraud', () => {
  let cases = 0
  const confirm = (changes: Partial<NetworkParty>) =>
    writeNetworkParties(world.network, 'sandbox', [
      {
        case_number: `RDC-FRD-2026-${String(++cases).padStart(6, '0')}`,
        party: 0,
        role: 'suspect',
        case_type: 'phishing',
        case_status: 'confirmed',
        confirmed_on: '2026-03-01',
        svc_id: null,
        rccm: null,
        full_name: null,
        date_of_birth: null,
        nationality: null,
        ...changes,
      },
    ])
  const rccm = 'CD/KNG/RCCM/19-B-00072'

  test('is a covered list: a case that names the identity creates an alert', async () => {
    const application = world.newApplication()
    const svcId = 'COD-7777-0001-0001'
    await world.monitor(application, { identifier: { type: 'svc_id', value: svcId } })
    await confirm({ svc_id: svcId })
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'new_hit', hits: [{ category: 'watchlists' }] },
    ])
  })

  test('creates alerts by name, date of birth and nationality together', async () => {
    const [application, other] = [world.newApplication(), world.newApplication()]
    const name = list.newName()
    const born = { date_of_birth: '1979-11-30', nationality: 'AGO' }
    await world.monitor(application, { full_name: name, ...born })
    await world.monitor(other, { full_name: list.newName(), ...born })
    await confirm({ full_name: name, ...born })
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit' }])
    expect(await world.alerts(other)).toEqual([])
  })

  test('that confirms a case while a monitor begins is not missed', async () => {
    const application = world.newApplication()
    await world.screen(
      application,
      { business: { identifier: { type: 'rccm', value: rccm } } },
      { monitoring: true },
    )
    await world.pool.query(`delete from fraud_network_parties where rccm = $1`, [rccm])
    await confirm({ rccm })
    // The state when the case was written, before the monitor was.
    await world.pool.query(`update monitors set due = 'begun' where application_id = $1`, [
      application.applicationId,
    ])
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit' }])
  })

  test('that is written again unchanged is no change', async () => {
    const svcId = 'COD-7777-0001-0002'
    const case_number = 'RDC-FRD-2026-900001'
    const application = world.newApplication()
    await world.monitor(application, { identifier: { type: 'svc_id', value: svcId } })
    await confirm({ svc_id: svcId, case_number })
    await world.cycle()
    const revision = (await world.monitorOf(application))?.revision
    await confirm({ svc_id: svcId, case_number })
    expect(await world.monitorOf(application)).toMatchObject({ due: null, revision })
  })
})

describe('a subject that is screened with monitoring again', () => {
  const monitorsOf = async (application: Application) =>
    (await listMonitors(application.applicationId, world)).map(({ monitor_id, reference }) => [
      monitor_id,
      reference,
    ])
  const idOf = ({ monitoring }: Record<string, unknown>) => (monitoring as { monitor_id: string }).monitor_id

  test('under the same reference has the same monitor, and one alert', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const first = await world.monitor(application, { full_name: name }, { reference: 'r' })
    const again = await world.monitor(
      application,
      { full_name: name.toUpperCase() },
      { reference: 'r', checks: [...amlChecks].reverse() },
    )
    expect(idOf(again)).toBe(idOf(first))
    expect(await monitorsOf(application)).toEqual([[idOf(first), 'r']])
    await list.add(list.listed(name))
    await world.cycle()
    expect(await world.alerts(application)).toHaveLength(1)
  })

  test('under another reference, for other checks or another application has a separate monitor', async () => {
    const [application, other] = [world.newApplication(), world.newApplication()]
    const subject = { full_name: list.newName() }
    const ids = [
      await world.monitor(application, subject, { reference: 'r' }),
      await world.monitor(application, subject, { reference: 's' }),
      await world.monitor(application, subject),
      await world.monitor(application, subject, { reference: 'r', checks: ['pep'] }),
      await world.monitor(other, subject, { reference: 'r' }),
    ].map(idOf)
    expect(new Set(ids).size).toBe(5)
  })

  test('is compared with the result of that screening', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    const { rows: before } = await world.pool.query('select list_change from monitoring_progress')
    await list.add(list.listed(name))
    const again = await world.screen(application, { full_name: name }, { monitoring: true })
    expect(again.hits).toHaveLength(1)
    await world.cycle()
    await world.pool.query('update monitoring_progress set list_change = $1', [before[0].list_change])
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
  })

  test('after its monitor was stopped begins again', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const first = await world.monitor(application, { full_name: name })
    await stopMonitor(application.applicationId, idOf(first), world)
    const again = await world.monitor(application, { full_name: name })
    expect(idOf(again)).toBe(idOf(first))
    await list.add(list.listed(name))
    await world.cycle()
    expect(await world.alerts(application)).toHaveLength(1)
  })

  test('by simultaneous calls has one monitor', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const together = Array.from({ length: 6 }, () =>
      world.screen(application, { full_name: name }, { monitoring: true }),
    )
    const ids = (await Promise.all(together)).map(idOf)
    expect(new Set(ids).size).toBe(1)
    expect(await monitorsOf(application)).toEqual([[ids[0], null]])
    await world.cycle()
  })
})
