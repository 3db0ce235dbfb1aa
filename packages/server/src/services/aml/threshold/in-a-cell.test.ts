import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../../testing/monitored-world.ts'
import { readThresholdEffect } from './threshold-effect.ts'

const manager = { kind: 'operator', name: 'Beni', roles: ['list_manager'] } as const

let world: MonitoredWorld
let cell: TestDatabase
beforeAll(async () => {
  ;[world, cell] = await Promise.all([startMonitoredWorld(), createDatabaseAtNoon()])
})
afterAll(async () => {
  await world.stop()
  await cell.drop()
})

const effectIn = (...pools: (pg.Pool | null)[]) =>
  readThresholdEffect(
    manager,
    { value: 0.9 },
    {
      ...{ ...world.monitoring, pool: world.pool },
      databases: () => pools.map((pool, position) => ({ name: position === 0 ? 'home' : 'north', pool })),
    },
  )

test('the screenings of a cell count once, also for a day after a move, and a cell that does not answer is named', async () => {
  await world.screen(world.newApplication(), { full_name: 'Wambozu Ilondo Kapesa' })
  const { rows } = await world.pool.query<{ row: unknown }>('select row_to_json(r) as row from results r')
  await cell.pool.query(
    'insert into results select r.* from unnest($1::json[]) row, json_populate_record(null::results, row) r',
    [rows.map(({ row }) => JSON.stringify(row))],
  )
  const alone = await effectIn(world.pool)
  expect(alone.screenings).toBe(1)
  expect(await effectIn(world.pool, cell.pool)).toEqual(alone)
  expect(await effectIn(world.pool, null)).toEqual({ ...alone, unread: ['north'] })
  await world.pool.query('delete from results')
  expect(await effectIn(world.pool, cell.pool)).toEqual(alone)
})
