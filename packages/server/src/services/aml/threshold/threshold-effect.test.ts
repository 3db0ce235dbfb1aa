import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeAlone } from '../../../gateway/acts/index.ts'
import { setThreshold } from '../../../risk/lists/index.ts'
import { actsOf } from '../../../testing/acts-of.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../../testing/monitored-world.ts'
import { readThresholdEffect } from './threshold-effect.ts'

const manager = { kind: 'operator', name: 'Beni', roles: ['list_manager'] } as const

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
  await world.publish('national', ['E.1,individual,Wambozu Ilondo Kapesa,,COD,2024-05-01,'])
})
afterAll(() => world.stop())

const needs = () => ({
  ...{ ...world.monitoring, pool: world.pool, databases: () => homeAlone(world.pool) },
})
const effectOf = (value: number) => readThresholdEffect(manager, { value }, needs())

test('a higher threshold loses weak hits, and a lower one gains the hits that it had hidden', async () => {
  const application = world.newApplication()
  const exact = await world.screen(application, { full_name: 'Wambozu Ilondo Kapesa' })
  const changed = await world.screen(application, { full_name: 'Wambosu Ilonda Kapesa' })
  const [score] = changed.hits.map((hit) => (hit as { match_score: number }).match_score)
  expect([exact.hits.length, changed.hits.length]).toEqual([1, 1])
  expect(score).toBeLessThan(0.99)
  expect(await effectOf(0.8)).toMatchObject({ threshold: 0.8, screenings: 2, hits: 2, gained: 0, lost: 0 })
  expect(await effectOf(0.99)).toMatchObject({ gained: 0, lost: 1, is_complete: true, not_compared: 0 })
  await setThreshold(manager, { threshold: 0.99 }, needs())
  const hidden = await world.screen(application, { full_name: 'Wambosu Ilonda Kapesa' })
  expect(hidden.hits).toEqual([])
  // The screening with the weak hit counts too: the threshold in use would not find it any more.
  expect(await effectOf(0.8)).toMatchObject({ threshold: 0.99, screenings: 3, gained: 2, lost: 0 })
  // After a month, none of them counts.
  world.clock.advance(31 * 86_400_000)
  expect(await effectOf(0.8)).toMatchObject({ screenings: 0, gained: 0 })
})

test('each reading has an entry, and a value outside the range is refused', async () => {
  await effectOf(0.9)
  const [newest] = await actsOf(world.pool, 'screening_settings', 1)
  expect(newest).toMatchObject({ action: 'lists.threshold_effect', actor: 'Beni', after: { value: 0.9 } })
  await expect(effectOf(0.4)).rejects.toMatchObject({ code: 'value_invalid' })
})

test('of two readings at the same time, one is refused, and the next one has an answer', async () => {
  const both = await Promise.allSettled([effectOf(0.9), effectOf(0.9)])
  expect(both).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'overloaded', context: { retry_after: 10 } } },
  ])
  expect(await effectOf(0.9)).toMatchObject({ value: 0.9 })
})
