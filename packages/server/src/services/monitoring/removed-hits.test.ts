import { amlScreening, eventSchema } from '@nani/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFraudStore, sandboxNetwork, writeNetworkParties } from '../../risk/fraud-network/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { type NationalList, nationalList } from '../../testing/national-list.ts'
import type { BaselineHit } from '../aml/index.ts'
import { hasLeftList } from './removed-hits.ts'

let world: MonitoredWorld
let list: NationalList
beforeAll(async () => {
  world = await startMonitoredWorld()
  list = await nationalList(world)
})
afterAll(() => world.stop())

describe('an entry that left its list while another keeps the level', () => {
  const twoListed = async () => {
    const application = world.newApplication()
    const name = list.newName()
    const [first, second] = [list.listed(name), list.listed(name)]
    await list.add(first, second)
    const begun = await world.monitor(application, { full_name: name }, { reference: 'customer-2' })
    expect(begun.hits).toHaveLength(2)
    const removedEvents = () => world.events(application, 'aml_screening.hit_removed')
    return { application, begun, first, second, removedEvents }
  }

  test('is reported once, as an alert without a reason, and its screening can be read', async () => {
    const { application, begun, first, removedEvents } = await twoListed()
    await list.drop(first)
    await Promise.all([world.cycle(), world.anotherCycle()()])
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
    const [removed, ...more] = await removedEvents()
    expect(more).toEqual([])
    expect(Object.keys(removed ?? {})).toEqual([
      'monitor_id',
      'screening_id',
      'reference',
      'previous_risk_level',
      'risk_level',
      'risk_score',
      'hits',
    ])
    expect(removed).toMatchObject({
      monitor_id: (begun.monitoring as { monitor_id: string }).monitor_id,
      reference: 'customer-2',
      previous_risk_level: 'high',
      risk_level: 'high',
      hits: [{ list: 'National designation list' }],
    })
    const { json } = await world.get(application, '/v1/events')
    const event = (json.data as { type: string }[]).find(({ type }) => type === 'aml_screening.hit_removed')
    expect(Compile(eventSchema('aml_screening.hit_removed')).Errors(event)).toEqual([])
    const screening = await world.get(application, `/v1/aml/screenings/${removed?.screening_id}`)
    expect(Compile(amlScreening).Errors(screening.json)).toEqual([])
    expect((screening.json.list_versions as { list: string }[]).map((one) => one.list)).toContain(
      'National designation list',
    )
  })

  test('is not reported if it is still listed and no longer matches', async () => {
    const { application, first, removedEvents } = await twoListed()
    const [reference] = first.split(',')
    await list.drop(first)
    await list.add(`${reference},individual,Person Quite Different,1950,COD,2024-05-01,`)
    await world.cycle()
    expect((await world.monitorOf(application))?.baseline().hits).toHaveLength(1)
    expect([...(await removedEvents()), ...(await world.alerts(application))]).toEqual([])
  })

  test('is not reported if an alert is due', async () => {
    const { application, first, second, removedEvents } = await twoListed()
    await list.drop(first, second)
    await world.cycle()
    expect(await removedEvents()).toEqual([])
    expect(await world.alerts(application)).toMatchObject([{ reason: 'risk_level_changed' }])
  })

  test('is reported for a fraud case too, and not for one that is still confirmed', async () => {
    const store = createFraudStore(world.network)
    const hit = (key: string) => ({ key }) as BaselineHit
    const sources = { areListed: async () => [true], fraudNetwork: store }
    const at = { environment: 'sandbox', change: 1 } as const
    await writeNetworkParties(world.network, 'sandbox', sandboxNetwork)
    const left = (number: string) => hasLeftList([hit(`fraud:${number}`)], [], at, sources)
    expect(await left('RDC-FRD-2025-000011')).toBe(false)
    expect(await left('RDC-FRD-2025-000012')).toBe(true)
    expect(await left('RDC-FRD-2025-999999')).toBe(true)
    const here = [hit('fraud:RDC-FRD-2025-999999')]
    expect(await hasLeftList(here, here, at, sources)).toBe(false)
  })
})
