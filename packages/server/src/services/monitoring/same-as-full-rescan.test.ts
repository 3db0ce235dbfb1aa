import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { markAllPending } from './mark-pending.ts'
import { readMonitors } from './monitor-rows.ts'

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

const given = ['Mohamed', 'Muhammad', 'Jean', 'Yohane', 'Djuma', 'Juma', 'Tshombe', 'Chombe', 'Amani', 'Aman']
const family = ['Kabila', 'Kabilla', 'Ilunga', 'Ilounga', 'Mutombo', 'Al Hassan', 'Hasan', 'Ngoy', 'Ngoyi']
const name = fc
  .tuple(
    fc.constantFrom(...given),
    fc.constantFrom(...family),
    fc.option(fc.constantFrom(...given, ...family)),
  )
  .map(([first, last, third]) => [third, last, first].filter((part) => part !== null).join(' '))
const year = fc.option(fc.integer({ min: 1950, max: 1954 }), { nil: '' })
const country = fc.constantFrom('', 'COD', 'RWA', 'IRN')
const row = fc
  .record({
    reference: fc.integer({ min: 1, max: 25 }),
    name,
    year,
    country,
    ended: fc.constantFrom('', '2010-01-01'),
  })
  .map(
    (one) =>
      [
        one.reference,
        `X.${one.reference},individual,${one.name},${one.year},${one.country},2020-01-01,${one.ended}`,
      ] as const,
  )
/** A version of the list with unique references. */
const version = fc.array(row, { minLength: 1, maxLength: 20 }).map((rows) => [...new Map(rows).values()])
const subject = fc.record({ name, year, country }).map((one) => ({
  full_name: one.name,
  ...(one.year !== '' && { date_of_birth: `${one.year}-06-15` }),
  ...(one.country !== '' && { nationality: one.country }),
}))

const baselines = async () => {
  const found: unknown[] = []
  for await (const page of readMonitors(world.pool, world.secrets, 'all'))
    for (const monitor of page) found.push([monitor.monitorId, monitor.baseline().hits])
  return found.sort()
}

const alertCount = async (application: Application) => (await world.alerts(application)).length

test('searching changed entries among subjects gives the same as screening all subjects again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(subject, { minLength: 5, maxLength: 25 }),
      fc.array(version, { minLength: 2, maxLength: 4 }),
      async (subjects, [first = [], ...versions]) => {
        const application = world.newApplication()
        await world.publish('national', first)
        await world.cycle()
        for (const one of subjects) await world.screen(application, one, { monitoring: true })
        await world.cycle()
        for (const next of versions) {
          await world.publish('national', next)
          await world.cycle()
          const [followed, alerts] = [await baselines(), await alertCount(application)]
          await markAllPending(world.pool)
          await world.cycle()
          expect(followed).toEqual(await baselines())
          expect(await alertCount(application)).toBe(alerts)
        }
        expect(world.errors).toEqual([])
        await world.pool.query('delete from monitors')
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)
