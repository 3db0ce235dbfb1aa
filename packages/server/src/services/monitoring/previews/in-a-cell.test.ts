import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import type { NamedDatabase } from '../../../gateway/acts/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../../testing/monitored-world.ts'
import { previewList, readListPreview } from './list-previews.ts'

const manager = { kind: 'operator', name: 'Beni', roles: ['list_manager'], operatorId: 'opr_1' } as const
const name = 'Wambozu Ilondo Kapesa'

let world: MonitoredWorld
let cell: TestDatabase
beforeAll(async () => {
  ;[world, cell] = await Promise.all([startMonitoredWorld(), createTestDatabase()])
})
afterAll(async () => {
  await world.stop()
  await cell.drop()
})

const previewIn = async (cells: readonly NamedDatabase[]) => {
  const needs = {
    ...{ ...world.monitoring, pool: world.pool, threshold: async () => 0.8, onError() {} },
    databases: () => [{ name: 'home', pool: world.pool }, ...cells],
  }
  const header = 'reference,kind,name,birth_dates,nationalities,listed_on,ended_on'
  const row = `P.1,individual,${name},,COD,2024-05-01,`
  const data = Buffer.from(`${header}\n${row}\n`).toString('base64')
  const { id } = await previewList(manager, { id: 'national', files: [{ name: 'list.csv', data }] }, needs)
  const read = () => readListPreview(manager, { preview_id: id }, needs)
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).not.toBe('running')
  const { status, progress, changes } = await read()
  return { status, ...progress, alerts: changes?.alerts, unread: changes?.unread }
}

test('a preview counts the monitored subjects of home and of a cell, and names a cell that does not answer or fails', async () => {
  const [inHome, inCell] = [world.newApplication(), world.newApplication()]
  for (const application of [inHome, inCell]) await world.monitor(application, { full_name: name })
  const { rows } = await world.pool.query<{ row: string }>(
    `with gone as (delete from monitors m where application_id = $1 returning row_to_json(m)::text as row) select * from gone`,
    [inCell.applicationId],
  )
  await cell.pool.query(
    `insert into monitors overriding system value
     select m.* from unnest($1::text[]) row, json_populate_record(null::monitors, row::json) m`,
    [rows.map(({ row }) => row)],
  )
  const of = ({ applicationId }: typeof inHome) => ({ application_id: applicationId, subjects: 1 })

  const all = await previewIn([{ name: 'north', pool: cell.pool }])
  expect({ ...all, alerts: new Set(all.alerts) }).toEqual({
    ...{ status: 'ready', screened: 2, subjects: 2, unread: undefined },
    alerts: new Set([of(inHome), of(inCell)]),
  })
  const partial = { status: 'ready', screened: 1, subjects: 1, alerts: [of(inHome)], unread: ['north'] }
  expect(await previewIn([{ name: 'north', pool: null }])).toEqual(partial)

  // It fails after it has answered how many subjects it has.
  const fault = Object.assign(new Error('the connection ended'), { code: '57P01' })
  const failing = Object.assign(Object.create(cell.pool), {
    query: (given: unknown, ...more: unknown[]) =>
      (given as { name?: string }).name === 'parties of monitors'
        ? Promise.reject(fault)
        : (cell.pool.query as (...all: unknown[]) => Promise<unknown>).call(cell.pool, given, ...more),
  })
  expect(await previewIn([{ name: 'north', pool: failing }])).toEqual({ ...partial, subjects: 2 })
})
