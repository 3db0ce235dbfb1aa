import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { writeAuditEntry } from '../../audit/index.ts'
import { entryOf, type LogWorld, openLogWorld } from '../../audit-transparency/testing/log-world.ts'
import { forgetMoves } from './forget-moves.ts'
import { performMove } from './move-organization.ts'
import type { Side } from './on-side.ts'

/** Home, with a transparency log, and a cell. */
let world: LogWorld
let cell: TestDatabase

beforeEach(async () => {
  world = await openLogWorld()
  cell = await createDatabaseAtNoon()
  const { pool } = world.database
  for (const one of [pool, cell.pool])
    await one.query(
      `insert into organizations (organization_id, name, created_at) values ('org', 'One', now()), ('org_p', 'Two', now())`,
    )
  // Another organization, which does not move.
  await pool.query(`update applications set organization_id = 'org_p' where environment = 'production'`)
})
afterEach(async () => {
  await world.database.drop()
  await cell.drop()
})

const dayLater = 25 * 3_600_000

const move = async (source: Side, target: Side, laterMs = dayLater) => {
  await performMove({
    ...{ organizationId: 'org', source, target, home: world.database.pool, refuseMs: 5_000 },
    ...{
      requireAlone: async () => {},
      markMonitors: async () => {},
      progress: () => {},
      pause: async () => {},
    },
  })
  await forgetMoves(source.owner, Date.now() + laterMs)
}

const countIn = async ({ pool }: TestDatabase): Promise<number> =>
  Number((await pool.query('select count(*) as count from audit_entries')).rows[0].count)

/** One statement writes the counts of enumeration for many applications. A refusal of one would be a refusal of all. */
const countLookups = () =>
  world.database.pool.query(
    `insert into lookup_sketches (application_id, minute, recorder, asked, missing, asked_sketch, missing_sketch)
     select id, now(), gen_random_uuid(), 0, 0, '', '' from unnest('{app_s,app_p}'::text[]) as id`,
  )

const sizes = async () => {
  const { findings, logs } = await world.check()
  return { findings, ...Object.fromEntries(logs.map(({ environment, size }) => [environment, size])) }
}

test('audit entries stay where they were written, and the logs of home and of the cell have no contradiction', async () => {
  const [home, north] = [
    { name: 'home', owner: world.database.pool },
    { name: 'north', owner: cell.pool },
  ]
  await world.write(1, 'production')
  await world.sequence()
  // The sequencer takes these when their application has left.
  await world.write(3, 'sandbox')
  await move(home, north, 0)
  await countLookups()
  await world.sequence()
  expect(await sizes()).toEqual({ findings: 0, production: 1, sandbox: 3 })

  await writeAuditEntry(cell.pool, entryOf('app_s'))
  const ofCell = await openLogWorld({ copied: cell })
  await ofCell.sequence()
  await writeAuditEntry(cell.pool, entryOf('app_s'))
  await move(north, home)
  await world.write(2, 'sandbox')
  await world.sequence()
  expect(await sizes()).toEqual({ findings: 0, production: 1, sandbox: 5 })
  expect([await countIn(world.database), await countIn(cell)]).toEqual([6, 2])
  // The log of the cell takes what was written before the application left.
  await ofCell.sequence()
  expect(await ofCell.check()).toMatchObject({
    ...{ findings: 0, entries: 2, waiting: 0, logs: [{ size: 2 }, { size: 0 }] },
  })
})

test('leaves of entries that are past their retention are no contradiction after their application has left', async () => {
  const { pool } = world.database
  await pool.query(
    `update applications set created_at = created_at - interval '500 days' where application_id = 'app_s'`,
  )
  await world.write(1, 'sandbox')
  await world.sequence()
  await move({ name: 'home', owner: pool }, { name: 'north', owner: cell.pool })
  expect(await countIn(world.database)).toBe(1)
  // As the retention does it, with the partitions of their day.
  for (const table of ['audit_entries', 'audit_leaves']) await pool.query(`delete from ${table}`)
  expect(await sizes()).toMatchObject({ findings: 0, sandbox: 1 })
})
