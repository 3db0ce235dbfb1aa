import { amlScreening, eventSchema } from '@nani/contract'
import type { Actor } from '@nani/foundation/core/index.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActs } from '../../app/audit/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { type NationalList, nationalList } from '../../testing/national-list.ts'
import { createCycle } from './cycle.ts'
import { fullRescan } from './full-rescan.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { listMonitors, stopMonitor } from './monitors.ts'
import { rescreen } from './rescreen.ts'
import { screenPending } from './screen-pending.ts'
import { stopMonitorOf } from './stop-monitor.ts'

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }

let world: MonitoredWorld
let list: NationalList
beforeAll(async () => {
  world = await startMonitoredWorld()
  list = await nationalList(world)
})
afterAll(() => world.stop())

describe('an alert', () => {
  test('of a new hit has the fields of the specification, and its hits can be read', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const begun = await world.monitor(application, { full_name: name }, { reference: 'customer-1' })
    expect(begun).toMatchObject({ hits: [], risk_level: 'low' })
    await list.add(list.listed(name))
    await world.cycle()
    const { json } = await world.get(application, '/v1/events')
    const [event] = json.data as unknown[]
    expect(Compile(eventSchema('aml_screening.alert')).Errors(event)).toEqual([])
    const [alert, ...more] = await world.alerts(application)
    expect(more).toEqual([])
    expect(Object.keys(alert ?? {})).toEqual([
      'monitor_id',
      'screening_id',
      'reference',
      'reason',
      'previous_risk_level',
      'risk_level',
      'risk_score',
      'hits',
    ])
    expect(alert).toMatchObject({
      monitor_id: (begun.monitoring as { monitor_id: string }).monitor_id,
      reference: 'customer-1',
      reason: 'new_hit',
      previous_risk_level: 'low',
      risk_level: 'high',
      hits: [{ matched_name: name, list: 'National designation list', category: 'sanctions' }],
    })
    expect(alert?.screening_id).not.toBe(begun.id)
    const url = new URL(alert?.hits[0]?.details_url ?? '')
    const hit = await world.get(application, url.pathname)
    expect(hit.json).toMatchObject({ object: 'aml_hit', screening_id: alert?.screening_id, position: 0 })
    const screening = await world.get(application, `/v1/aml/screenings/${alert?.screening_id}`)
    expect(Compile(amlScreening).Errors(screening.json)).toEqual([])
    expect(screening.json).toMatchObject({
      risk_level: alert?.risk_level,
      risk_score: alert?.risk_score,
      hits: alert?.hits,
      monitoring: { enabled: true, monitor_id: alert?.monitor_id },
      purpose: 'regulatory_compliance',
    })
  })

  test('is not a call: it is free, uses no quota, and is audited', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    await world.cycle()
    expect(await world.alerts(application)).toHaveLength(1)
    expect(await world.count('call_charges', application)).toBe(1)
    expect(await world.count('results', application)).toBe(2)
    expect(await world.count('audit_entries', application, `outcome = 'high' and api_key is null`)).toBe(1)
  })

  test('is not visible to another application', async () => {
    const [application, stranger] = [world.newApplication(), world.newApplication()]
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    await world.cycle()
    const [alert] = await world.alerts(application)
    expect(await world.alerts(stranger)).toEqual([])
    expect((await world.get(stranger, `/v1/aml/screenings/${alert?.screening_id}`)).status).toBe(404)
  })

  test('is created once, by any number of cycles and processes', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    const cycles = [world.cycle, world.anotherCycle(), world.anotherCycle()]
    await Promise.all(cycles.map((cycle) => cycle()))
    for (const cycle of cycles) await cycle()
    await world.pool.query('update monitoring_progress set list_change = 0')
    for (const cycle of cycles) await cycle()
    expect(await world.alerts(application)).toHaveLength(1)
  })

  test('of a process that died between the screening and its progress is not repeated', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    const { rows } = await world.pool.query('select list_change from monitoring_progress')
    await list.add(list.listed(name))
    await world.cycle()
    await world.pool.query('update monitoring_progress set list_change = $1', [rows[0].list_change])
    await world.anotherCycle()()
    expect(await world.alerts(application)).toHaveLength(1)
  })
})

describe('material changes', () => {
  test('an entry that left its list lowers the level', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await list.drop(row)
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([
      {
        reason: 'risk_level_changed',
        previous_risk_level: 'high',
        risk_level: 'low',
        risk_score: 0,
        hits: [],
      },
    ])
  })

  test('a changed entry with the same match is not new', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await list.drop(row)
    await list.add(row.replace('2024-05-01', '2024-05-02'))
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
  })

  test('an ended entry lowers the level by its age', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await world.publish(
      'national',
      [...list.rows].map((one) => (one === row ? `${row}2019-01-01` : one)),
    )
    await world.cycle()
    list.rows.delete(row)
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'risk_level_changed', risk_level: 'low' },
    ])
  })

  test('a check that was not requested does not run', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name }, { checks: ['pep'] })
    await list.add(list.listed(name))
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
  })

  test('a PEP who left the list is reported by the PEP status', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const pep = (who: string) => `P.${who},individual,${who},1970,COD,Ministre|COD|2020-01-01`
    await world.publish('national_pep', [pep('Unrelated Example Person'), pep(name)])
    await world.monitor(application, { full_name: name })
    await world.publish('national_pep', [pep('Unrelated Example Person')])
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'pep_status_changed', previous_risk_level: 'medium', risk_level: 'low' },
    ])
  })

  test('entries of the sandbox create no alerts outside it', async () => {
    const name = list.newName()
    const sandbox = world.newApplication()
    await world.monitor(sandbox, { full_name: name })
    // The server of this test is a sandbox, so the rows of production are written directly.
    await world.pool.query(
      `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
         created_at, screened_at, due)
       select application_id, 'mon_copy', 'production', screening_id, sealed_subject, sealed_standing, created_at,
         screened_at, null from monitors where application_id = $1`,
      [sandbox.applicationId],
    )
    await world.publish('watchlist', [list.listed(name)], 'sandbox')
    await world.cycle()
    expect(await world.alerts(sandbox)).toHaveLength(1)
    const { rows: copies } = await world.pool.query(
      `select revision from monitors where monitor_id = 'mon_copy'`,
    )
    expect(copies).toEqual([{ revision: 1 }])
    await world.pool.query(`delete from monitors where monitor_id = 'mon_copy'`)
  })
})

describe('no change is missed', () => {
  test('a list change between a screening and the first cycle of its monitor is processed', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.screen(application, { full_name: name }, { monitoring: true })
    const due = await firstPage('due')
    await list.add(list.listed(name))
    // The change was processed without this monitor, which was not committed yet.
    const { rows: versions } = await world.pool.query('select max(version_id) as change from list_versions')
    await world.pool.query('update monitoring_progress set list_change = $1', [versions[0].change])
    expect(due.length).toBeGreaterThan(0)
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit' }])
  })

  test('an entry that existed between two cycles only, and that a screening saw, is removed', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const { rows: before } = await world.pool.query('select list_change from monitoring_progress')
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await list.drop(row)
    await world.pool.query('update monitoring_progress set list_change = $1', [before[0].list_change])
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'risk_level_changed', hits: [] }])
  })

  test('a process with an outdated index leaves the change for later', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    const row = list.listed(name)
    list.rows.add(row)
    await world.publish('national', [...list.rows], 'everyone', true)
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
    await world.catchUp()
    await world.cycle()
    expect(await world.alerts(application)).toHaveLength(1)
  })

  test('a monitor that cannot be opened delays no other', async () => {
    const [broken, application] = [world.newApplication(), world.newApplication()]
    const name = list.newName()
    await world.monitor(broken, { full_name: name })
    await world.monitor(application, { full_name: name })
    await world.pool.query(`update monitors set sealed_standing = '\\x00' where application_id = $1`, [
      broken.applicationId,
    ])
    await list.add(list.listed(name))
    await world.cycle()
    expect(await world.alerts(application)).toHaveLength(1)
    expect(world.errors.splice(0).length).toBeGreaterThan(0)
    await world.pool.query('delete from monitors where application_id = $1', [broken.applicationId])
  })

  test('a new threshold affects all monitors', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    await world.pool.query(
      `insert into screening_settings (threshold, updated_at) values (1, now()) on conflict (only_row) do update set threshold = 1`,
    )
    await world.cycle()
    await world.pool.query('delete from screening_settings')
    await world.cycle()
    expect((await world.alerts(application)).at(-1)).toMatchObject({ reason: 'new_hit' })
  })

  test('a FATF country affects all its possible subjects', async () => {
    const application = world.newApplication()
    await world.publish('fatf', ['IRN,high_risk,countermeasures'])
    await world.monitor(application, { full_name: list.newName(), nationality: 'VUT' })
    await world.publish('fatf', ['IRN,high_risk,countermeasures', 'VUT,high_risk,enhanced_due_diligence'])
    await world.cycle()
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'new_hit', risk_level: 'medium', hits: [{ category: 'high_risk_jurisdictions' }] },
    ])
  })
})

describe('long work', () => {
  test('gives way to a list change, and then continues', async () => {
    const application = world.newApplication()
    await world.screen(application, { full_name: list.newName() }, { monitoring: true })
    expect(await screenPending(world.monitoring, async () => true)).toBe(false)
    expect((await world.monitorOf(application))?.due).toBe('begun')
    expect(await screenPending(world.monitoring, async () => false)).toBe(true)
    expect((await world.monitorOf(application))?.due).toBeNull()
    const before = ((await world.monitorOf(application)) as Monitor).number - 1
    expect(await fullRescan(before, world.monitoring, async () => true)).toBe(before)
    expect(await fullRescan(before, world.monitoring, async () => false)).toBeNull()
  })

  test('stops on request, and another process continues without a loss', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    let isStopping = false
    const ended = createCycle(world.monitoring, world.intervals, () => isStopping)
    isStopping = true
    await expect(ended()).rejects.toThrow('monitoring stops')
    expect(await world.alerts(application)).toEqual([])
    await world.anotherCycle()()
    expect(await world.alerts(application)).toHaveLength(1)
  })
})

describe('stopping', () => {
  test('during a screening ends it without an alert', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const begun = await world.monitor(application, { full_name: name })
    const monitor = await world.monitorOf(application)
    await list.add(list.listed(name))
    const { monitor_id: monitorId } = begun.monitoring as { monitor_id: string }
    await stopMonitor(application.applicationId, monitorId, world)
    expect(await rescreen(monitor as Monitor, null, world.monitoring)).toBe('stopped')
    expect(await world.alerts(application)).toEqual([])
  })

  test('ends the alerts, and deletes the data of the subject', async () => {
    const application = world.newApplication()
    const { applicationId } = application
    const name = list.newName()
    const { monitoring } = await world.monitor(application, { full_name: name }, { reference: 'r-9' })
    const { monitor_id: monitorId } = monitoring as { monitor_id: string }
    expect(await listMonitors(applicationId, world)).toMatchObject([
      { monitor_id: monitorId, reference: 'r-9', stopped_at: null },
    ])
    const stop = (ofApplication: string) =>
      stopMonitorOf(supervisor, { applicationId: ofApplication, monitorId }, world)
    const notFound = { code: 'monitor_not_found' }
    await expect(stop(world.newApplication().applicationId)).rejects.toMatchObject(notFound)
    await stop(applicationId)
    await expect(stop(applicationId)).rejects.toMatchObject(notFound)
    const acts = await listActs(world.pool, { since: new Date(0), subject: applicationId, limit: 10 })
    expect(acts).toMatchObject([
      { action: 'monitors.stop', actor: 'amina', after: { monitor_id: monitorId } },
    ])
    await list.add(list.listed(name))
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
    const { rows: stopped } = await world.pool.query(
      'select sealed_subject, sealed_standing, identity from monitors where application_id = $1',
      [applicationId],
    )
    expect(stopped).toEqual([
      { sealed_subject: Buffer.alloc(0), sealed_standing: Buffer.alloc(0), identity: null },
    ])
    expect(await listMonitors(applicationId, world)).toMatchObject([{ reference: null }])
  })
})

const firstPage = async (which: 'all' | 'due') => {
  for await (const page of readMonitors(world.pool, world.secrets, which)) return page
  return []
}
