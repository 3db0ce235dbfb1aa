import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { randomSubject, randomVersion } from '../../testing/random-lists.ts'
import { markAllPending } from './mark-pending.ts'
import { readMonitors } from './monitor-rows.ts'

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

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
      fc.array(randomSubject, { minLength: 5, maxLength: 25 }),
      fc.array(randomVersion, { minLength: 2, maxLength: 4 }),
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
