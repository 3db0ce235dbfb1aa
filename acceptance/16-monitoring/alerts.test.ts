import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf } from '../14-webhooks/receiver.ts'
import { path, type Screening, screen } from '../15-aml-screening/screening.ts'
import { get } from '../client/call.ts'
import { until } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { auditedReadings } from '../installation/audited-readings.ts'
import { nani } from '../installation/nani-command.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { callsUsed } from '../installation/usage.ts'
import {
  type AlertEvent,
  designation,
  type MonitoredInstallation,
  newName,
  startMonitored,
} from './monitored-installation.ts'
import { runScenario } from './scenario.ts'

let world: MonitoredInstallation
let scenario: Awaited<ReturnType<typeof runScenario>>
let events: AlertEvent[]
const ownDataDir = newDataDir()
let second: Installation | undefined
beforeAll(async () => {
  world = await startMonitored()
  scenario = await runScenario(world)
  events = await world.alertEvents()
}, 600_000)
afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
  await world?.stop()
})

type Person = keyof (typeof scenario)['begun']
const alertsOf = (person: Person) =>
  events
    .filter(({ data }) => data.object.reference === scenario.begun[person].reference)
    .map(({ data }) => data.object)
const targetOf = (url = '') => url.slice(world.application.base_url.length)

test('a new hit alerts once, with the fields of the specification', () => {
  const [alert, ...more] = alertsOf('listed')
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
    monitor_id: scenario.begun.listed.monitoring.monitor_id,
    reason: 'new_hit',
    previous_risk_level: 'low',
    risk_level: 'high',
    hits: [{ category: 'sanctions', matched_name: scenario.who.listed.name, listed_on: '2026-01-02' }],
  })
})

test('each alert arrives once by webhook with a signature, equal to GET /v1/events', async () => {
  const arrived = () =>
    world.receiver.deliveries.filter(({ event }) => events.some(({ id }) => id === event.id))
  await until(
    async () => arrived(),
    (deliveries) => deliveries.length >= events.length,
    { timeoutMs: 30_000 },
  )
  const byId = (all: { id: string }[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(arrived().map(({ event }) => event))).toEqual(byId(events))
  for (const delivery of arrived())
    expect(delivery.headers['x-svc-webhook-signature']).toBe(signatureOf(delivery, world.application))
})

test('only its application can read the screening of an alert and the entries behind its hits', async () => {
  const [alert] = alertsOf('listed')
  const { json: entry } = await get(world.application, targetOf(alert?.hits[0]?.details_url))
  expect(entry).toMatchObject({ object: 'aml_hit', screening_id: alert?.screening_id, position: 0 })
  const { json: screening } = await get<Screening>(world.application, `${path}/${alert?.screening_id}`)
  expect(screening).toMatchObject({
    object: 'aml_screening',
    reference: alert?.reference,
    risk_score: alert?.risk_score,
    hits: alert?.hits,
    monitoring: { enabled: true, monitor_id: alert?.monitor_id },
  })
  const stranger = await createApplication(world.dataDir, { services: ['aml_screening'] })
  expect((await get(stranger, `${path}/${alert?.screening_id}`)).status).toBe(404)
  expect((await get<{ data: unknown[] }>(stranger, '/v1/events')).json.data).toEqual([])
})

test('screening again uses no quota', async () => {
  const used = () => callsUsed(world.dataDir, world.application, 'aml_screening')
  const before = await used()
  await world.changed()
  expect(await used()).toBe(before + 1)
})

test('a check that was not requested causes no alert', () => {
  expect(alertsOf('unchecked')).toEqual([])
})

test('a designation that is lifted changes the level', () => {
  expect(scenario.begun.lifted.risk_level).toBe('high')
  expect(alertsOf('lifted')).toMatchObject([
    { reason: 'risk_level_changed', previous_risk_level: 'high', risk_level: 'low', risk_score: 0, hits: [] },
  ])
})

test('an entry that leaves its list while another keeps the level is reported, without an alert', async () => {
  expect(scenario.begun.fewer.hits).toHaveLength(2)
  expect(alertsOf('fewer')).toEqual([])
  const removed = (await world.eventsOfType('aml_screening.hit_removed')).filter(
    ({ data }) => data.object.reference === scenario.begun.fewer.reference,
  )
  expect(removed).toHaveLength(1)
  const { data } = removed[0] as AlertEvent
  expect(Object.keys(data.object)).toEqual([
    'monitor_id',
    'screening_id',
    'reference',
    'previous_risk_level',
    'risk_level',
    'risk_score',
    'hits',
  ])
  expect(data.object).toMatchObject({
    monitor_id: scenario.begun.fewer.monitoring.monitor_id,
    previous_risk_level: 'high',
    risk_level: 'high',
    hits: [{ matched_name: scenario.who.fewer.name }],
  })
  const { json } = await get<Screening>(world.application, `${path}/${data.object.screening_id}`)
  expect(json).toMatchObject({ object: 'aml_screening', hits: data.object.hits })
})

test('one that has ended changes the level, and is still returned', () => {
  expect(alertsOf('over')).toMatchObject([
    { reason: 'risk_level_changed', risk_level: 'low', hits: [{ matched_name: scenario.who.over.name }] },
  ])
})

test('a person who becomes a PEP is a new hit; the end of it is reported by the PEP status', () => {
  expect(alertsOf('pep')).toMatchObject([
    { reason: 'new_hit', risk_level: 'medium', hits: [{ category: 'pep' }] },
    { reason: 'pep_status_changed', previous_risk_level: 'medium', risk_level: 'low', hits: [] },
  ])
})

test('an identity that is updated is screened again under its new name', () => {
  expect(alertsOf('renamed')).toMatchObject([
    { reason: 'new_hit', hits: expect.arrayContaining([expect.objectContaining({ category: 'sanctions' })]) },
  ])
})

test('a false positive stops the alerts of its entry until the entry changes', async () => {
  const { begun, decided } = scenario
  expect(begun.dismissed.risk_level).toBe('high')
  expect(decided).toMatchObject({
    screening_id: begun.dismissed.id,
    position: 0,
    disposition: 'false_positive',
  })
  const read = await get(world.application, `${path}/${begun.dismissed.id}/hits/0/disposition`)
  expect(read.json).toEqual(decided)
  expect(alertsOf('dismissed')).toMatchObject([
    {
      reason: 'new_hit',
      previous_risk_level: 'low',
      risk_level: 'high',
      hits: [{ listed_on: '2026-01-03' }],
    },
  ])
})

test('reading a hit by a command writes an entry in the audit log', async () => {
  const { dismissed } = scenario.begun
  const { application_id } = world.application
  const of = ['--application', application_id]
  await nani(world.dataDir, 'dispositions', 'show', dismissed.id, '0', ...of)
  const read = await auditedReadings(world.dataDir, application_id, dismissed.id)
  expect(read).toContainEqual({ api_key: 'operator', path: 'dispositions show' })
})

test('a subject has one monitor under one reference, and another under another', () => {
  const { begun, twiceAgain, twiceElse } = scenario
  expect(twiceAgain.monitoring).toEqual(begun.twice.monitoring)
  expect(twiceElse.monitoring.monitor_id).not.toBe(begun.twice.monitoring.monitor_id)
  expect(alertsOf('twice')).toHaveLength(1)
  expect(events.filter(({ data }) => data.object.reference === twiceElse.reference)).toHaveLength(1)
})

test('a monitor that is stopped never alerts', () => {
  expect(alertsOf('stopped')).toEqual([])
  expect(scenario.stopAgain).toContain('no running monitor')
})

test('a call shows what was dismissed', async () => {
  const { json } = await screen(world.application, { full_name: scenario.who.dismissed.name })
  expect(json).toMatchObject({ risk_level: 'high', hits: [{ matched_name: scenario.who.dismissed.name }] })
})

test('two processes, one of them killed with -9, send each alert once', async () => {
  second = await startSecondProcess(world.dataDir, ownDataDir)
  const names = Array.from({ length: 30 }, newName)
  const references = await Promise.all(
    names.map(async (name) => (await world.monitor({ full_name: name })).reference),
  )
  const counts = async () => {
    const alerted = (await world.alertEvents()).map(({ data }) => data.object.reference)
    return references.map((reference) => alerted.filter((one) => one === reference).length)
  }
  for (const name of names) world.rows.national.add(designation(name))
  await world.importList('national')
  await second.kill()
  await until(counts, (all) => all.every((count) => count > 0), { timeoutMs: 60_000 })
  await world.changed()
  expect(await counts()).toEqual(references.map(() => 1))
}, 300_000)
