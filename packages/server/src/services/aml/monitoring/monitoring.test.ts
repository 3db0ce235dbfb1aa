import { amlScreening, eventSchema } from '@nani/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MonitoredWorld, startMonitoredWorld } from '../testing/monitored-world.ts'
import { type NationalList, nationalList } from '../testing/national-list.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { listMonitors, stopMonitor } from './monitors.ts'
import { createRound } from './round.ts'
import { screenAgain } from './screen-again.ts'
import { screenDue } from './screen-due.ts'
import { sweep } from './sweep.ts'

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
    await world.round()
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

  test('is no call: it is not billed, uses no quota, and is audited', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    await world.round()
    expect(await world.alerts(application)).toHaveLength(1)
    expect(await world.count('charges', application)).toBe(1)
    expect(await world.count('results', application)).toBe(2)
    expect(await world.count('audit_entries', application, `outcome = 'high' and api_key is null`)).toBe(1)
  })

  test('tells another application nothing', async () => {
    const [application, stranger] = [world.newApplication(), world.newApplication()]
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    await world.round()
    const [alert] = await world.alerts(application)
    expect(await world.alerts(stranger)).toEqual([])
    expect((await world.get(stranger, `/v1/aml/screenings/${alert?.screening_id}`)).status).toBe(404)
  })

  test('comes once, however often and by however many processes it is looked for', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    const rounds = [world.round, world.anotherRound(), world.anotherRound()]
    await Promise.all(rounds.map((round) => round()))
    for (const round of rounds) await round()
    await world.pool.query('update monitoring_progress set list_change = 0')
    for (const round of rounds) await round()
    expect(await world.alerts(application)).toHaveLength(1)
  })

  test('of a process that died between the screening and its progress is not told again', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    const { rows } = await world.pool.query('select list_change from monitoring_progress')
    await list.add(list.listed(name))
    await world.round()
    await world.pool.query('update monitoring_progress set list_change = $1', [rows[0].list_change])
    await world.anotherRound()()
    expect(await world.alerts(application)).toHaveLength(1)
  })
})

describe('what is material', () => {
  test('an entry that left its list lowers the level', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await list.drop(row)
    await world.round()
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

  test('an entry that changed and still matches alike is nothing new', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await list.drop(row)
    await list.add(row.replace('2024-05-01', '2024-05-02'))
    await world.round()
    expect(await world.alerts(application)).toEqual([])
  })

  test('an entry that is over by now lowers the level by its age', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await world.publish(
      'national',
      [...list.rows].map((one) => (one === row ? `${row}2019-01-01` : one)),
    )
    await world.round()
    list.rows.delete(row)
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'risk_level_changed', risk_level: 'low' },
    ])
  })

  test('a check that was not asked for is not made', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name }, { checks: ['pep'] })
    await list.add(list.listed(name))
    await world.round()
    expect(await world.alerts(application)).toEqual([])
  })

  test('a PEP who left the list is told by the PEP status', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const pep = (who: string) => `P.${who},individual,${who},1970,COD,Ministre|COD|2020-01-01`
    await world.publish('national_pep', [pep('Nobody In Particular'), pep(name)])
    await world.monitor(application, { full_name: name })
    await world.publish('national_pep', [pep('Nobody In Particular')])
    await world.round()
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'pep_status_changed', previous_risk_level: 'medium', risk_level: 'low' },
    ])
  })

  test('what the sandbox alone sees alerts nobody else', async () => {
    const name = list.newName()
    const sandbox = world.newApplication()
    await world.monitor(sandbox, { full_name: name })
    // The listener of this world is a sandbox; what production would have written is written by hand.
    await world.pool.query(
      `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
         created_at, screened_at, due)
       select application_id, 'mon_copy', 'production', screening_id, sealed_subject, sealed_standing, created_at,
         screened_at, null from monitors where application_id = $1`,
      [sandbox.applicationId],
    )
    await world.publish('watchlist', [list.listed(name)], 'sandbox')
    await world.round()
    expect(await world.alerts(sandbox)).toHaveLength(1)
    const { rows: copies } = await world.pool.query(
      `select revision from monitors where monitor_id = 'mon_copy'`,
    )
    expect(copies).toEqual([{ revision: 1 }])
    await world.pool.query(`delete from monitors where monitor_id = 'mon_copy'`)
  })
})

describe('nothing is missed', () => {
  test('a list that changed between a screening and the look at its monitor is made up for', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.screen(application, { full_name: name }, { monitoring: true })
    const due = await firstPage('due')
    await list.add(list.listed(name))
    // The change has been followed without this monitor: it was not committed yet.
    const { rows: versions } = await world.pool.query('select max(version_id) as change from list_versions')
    await world.pool.query('update monitoring_progress set list_change = $1', [versions[0].change])
    expect(due.length).toBeGreaterThan(0)
    await world.round()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'new_hit' }])
  })

  test('an entry that came and went between two looks, and was seen by a screening in between, is let go of', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const { rows: before } = await world.pool.query('select list_change from monitoring_progress')
    const row = list.listed(name)
    await list.add(row)
    await world.monitor(application, { full_name: name })
    await list.drop(row)
    await world.pool.query('update monitoring_progress set list_change = $1', [before[0].list_change])
    await world.round()
    expect(await world.alerts(application)).toMatchObject([{ reason: 'risk_level_changed', hits: [] }])
  })

  test('a process whose own index is behind leaves the change for later', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    const row = list.listed(name)
    list.rows.add(row)
    await world.publish('national', [...list.rows], 'everyone', true)
    await world.round()
    expect(await world.alerts(application)).toEqual([])
    await world.catchUp()
    await world.round()
    expect(await world.alerts(application)).toHaveLength(1)
  })

  test('a monitor that cannot be opened holds up no other', async () => {
    const [broken, application] = [world.newApplication(), world.newApplication()]
    const name = list.newName()
    await world.monitor(broken, { full_name: name })
    await world.monitor(application, { full_name: name })
    await world.pool.query(`update monitors set sealed_standing = '\\x00' where application_id = $1`, [
      broken.applicationId,
    ])
    await list.add(list.listed(name))
    await world.round()
    expect(await world.alerts(application)).toHaveLength(1)
    expect(world.errors.splice(0).length).toBeGreaterThan(0)
    await world.pool.query('delete from monitors where application_id = $1', [broken.applicationId])
  })

  test('another threshold is a question to everybody', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    await world.pool.query(
      `insert into screening_settings (threshold, updated_at) values (1, now()) on conflict (only_row) do update set threshold = 1`,
    )
    await world.round()
    await world.pool.query('delete from screening_settings')
    await world.round()
    expect((await world.alerts(application)).at(-1)).toMatchObject({ reason: 'new_hit' })
  })

  test('a country that the FATF lists concerns everybody it may concern', async () => {
    const application = world.newApplication()
    await world.publish('fatf', ['IRN,high_risk,countermeasures'])
    await world.monitor(application, { full_name: list.newName(), nationality: 'VUT' })
    await world.publish('fatf', ['IRN,high_risk,countermeasures', 'VUT,high_risk,enhanced_due_diligence'])
    await world.round()
    expect(await world.alerts(application)).toMatchObject([
      { reason: 'new_hit', risk_level: 'medium', hits: [{ category: 'high_risk_jurisdictions' }] },
    ])
  })
})

describe('what takes long', () => {
  test('gives way to a change of a list, and goes on where it was', async () => {
    const application = world.newApplication()
    await world.screen(application, { full_name: list.newName() }, { monitoring: true })
    expect(await screenDue(world.monitoring, async () => true)).toBe(false)
    expect((await world.monitorOf(application))?.due).toBe('begun')
    expect(await screenDue(world.monitoring, async () => false)).toBe(true)
    expect((await world.monitorOf(application))?.due).toBeNull()
    const before = ((await world.monitorOf(application)) as Monitor).number - 1
    expect(await sweep(before, world.monitoring, async () => true)).toBe(before)
    expect(await sweep(before, world.monitoring, async () => false)).toBeNull()
  })

  test('stops when it is to stop, and another process begins where nothing is lost', async () => {
    const application = world.newApplication()
    const name = list.newName()
    await world.monitor(application, { full_name: name })
    await list.add(list.listed(name))
    let isStopping = false
    const ended = createRound(world.monitoring, world.rhythm, () => isStopping)
    isStopping = true
    await expect(ended()).rejects.toThrow('monitoring stops')
    expect(await world.alerts(application)).toEqual([])
    await world.anotherRound()()
    expect(await world.alerts(application)).toHaveLength(1)
  })
})

describe('stopping', () => {
  test('while the subject is being screened ends it without an alert', async () => {
    const application = world.newApplication()
    const name = list.newName()
    const begun = await world.monitor(application, { full_name: name })
    const monitor = await world.monitorOf(application)
    await list.add(list.listed(name))
    const { monitor_id: monitorId } = begun.monitoring as { monitor_id: string }
    await stopMonitor(application.applicationId, monitorId, world)
    expect(await screenAgain(monitor as Monitor, null, world.monitoring)).toBe('stopped')
    expect(await world.alerts(application)).toEqual([])
  })

  test('ends the alerts, and forgets whom it was about', async () => {
    const application = world.newApplication()
    const { applicationId } = application
    const name = list.newName()
    const { monitoring } = await world.monitor(application, { full_name: name }, { reference: 'r-9' })
    const { monitor_id: monitorId } = monitoring as { monitor_id: string }
    expect(await listMonitors(applicationId, world)).toMatchObject([
      { monitor_id: monitorId, reference: 'r-9', stopped_at: null },
    ])
    expect(await stopMonitor(world.newApplication().applicationId, monitorId, world)).toBe(false)
    expect(await stopMonitor(applicationId, monitorId, world)).toBe(true)
    expect(await stopMonitor(applicationId, monitorId, world)).toBe(false)
    await list.add(list.listed(name))
    await world.round()
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
