import { dayMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
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

/** An application with a row, as one that has a clock. */
const stored = async (): Promise<Application> => {
  const application = world.newApplication()
  await world.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     values ($1, 'org', $1, 'sandbox', '{}', '{}', '{}', 100, $2)`,
    [application.applicationId, new Date(world.clock.now())],
  )
  return application
}

/** Moves the clock of an application. Its calls and its row have the same time. */
const move = async (application: Application, days: number) => {
  application.clockAheadMs = days * dayMs
  await world.pool.query('update applications set test_clock_ms = $2 where application_id = $1', [
    application.applicationId,
    application.clockAheadMs,
  ])
}

const screenedAheadMs = async ({ applicationId }: Application) => {
  const [monitor] = await listMonitors(applicationId, { pool: world.pool, secrets: world.secrets })
  return (monitor?.screened_at.getTime() ?? 0) - world.clock.now()
}

/** A designation that ends in half a year. */
const ending = (name: string) => list.listed(name, '1970,COD,2024-05-01,2026-09-30')

test('a monitor follows the clock of its application: a designation that ends by it alerts, at its time, and no other application', async () => {
  const [moved, present] = [await stored(), await stored()]
  const name = list.newName()
  await list.add(ending(name))
  for (const application of [moved, present]) {
    const { risk_level } = await world.monitor(application, { full_name: name })
    expect(risk_level).toBe('high')
  }

  await move(moved, 20 * 365)
  await world.cycle()

  const [alert, ...more] = await world.alerts(moved)
  expect(more).toEqual([])
  expect(alert).toMatchObject({
    reason: 'risk_level_changed',
    previous_risk_level: 'high',
    risk_level: 'low',
  })
  const screening = await world.get(moved, `/v1/aml/screenings/${alert?.screening_id}`)
  const aheadMs = Date.parse(String(screening.json.created_at)) - world.clock.now()
  expect(Math.abs(aheadMs - moved.clockAheadMs)).toBeLessThan(dayMs)
  expect(Math.abs((await screenedAheadMs(moved)) - moved.clockAheadMs)).toBeLessThan(dayMs)
  expect(await world.alerts(present)).toEqual([])
  expect(Math.abs(await screenedAheadMs(present))).toBeLessThan(dayMs)
})

test('the cycle of a moved clock screens once a day of that clock', async () => {
  const application = await stored()
  const name = list.newName()
  await list.add(ending(name))
  await world.monitor(application, { full_name: name })
  const rescannedAt = async () => {
    const { rows } = await world.pool.query<{ rescanned_at: Date }>(
      'select rescanned_at from monitor_clocks where application_id = $1',
      [application.applicationId],
    )
    return rows[0]?.rescanned_at.getTime() ?? null
  }
  await move(application, 0.5)
  await world.cycle()
  expect(await rescannedAt()).toBeNull()
  await move(application, 2)
  await world.cycle()
  const first = await rescannedAt()
  expect(first).toBe(world.clock.now() + 2 * dayMs)
  await move(application, 2.9)
  await world.cycle()
  expect(await rescannedAt()).toBe(first)
  await move(application, 3)
  await world.cycle()
  expect(await rescannedAt()).toBe(world.clock.now() + 3 * dayMs)
})

test('a clock that returns to the present takes the monitors and their time with it', async () => {
  const application = await stored()
  await world.monitor(application, { full_name: list.newName() })
  await move(application, 30)
  await world.cycle()

  await world.pool.query('select erase_sandbox_data($1)', [application.applicationId])

  for (const table of ['monitors', 'monitor_clocks'])
    expect(await world.count(table as 'results', application), table).toBe(0)
})

test('a monitor is stopped at the time of its application', async () => {
  const application = await stored()
  await move(application, 30)
  await world.monitor(application, { full_name: list.newName() })
  const [begun] = await listMonitors(application.applicationId, { pool: world.pool, secrets: world.secrets })

  await stopMonitor(application.applicationId, begun?.monitor_id ?? '', world)

  const [stopped] = await listMonitors(application.applicationId, {
    pool: world.pool,
    secrets: world.secrets,
  })
  expect(begun?.created_at.getTime()).toBeGreaterThan(world.clock.now() + 29 * dayMs)
  expect(stopped?.stopped_at?.getTime()).toBeGreaterThanOrEqual(begun?.created_at.getTime() ?? 0)
})
