import { randomInt } from 'node:crypto'
import { seededRandom, systemRandom } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { writeAuditEntry } from '../audit/index.ts'
import { sequenceStep } from './sequence.ts'
import { entryOf, type LogWorld, openLogWorld } from './testing/log-world.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
})
afterEach(() => world.database.drop())

/** Another order in each run. `NANI_TEST_SEED` repeats one. */
const seed = process.env.NANI_TEST_SEED ?? String(randomInt(1_000_000))

type Open = { client: pg.PoolClient; ids: string[] }

test(`transactions that end in any order, and steps that take few entries, append each committed entry once (NANI_TEST_SEED=${seed})`, async () => {
  const random = seededRandom(seed)
  const pick = (count: number) => random.bytes(4).readUInt32BE() % count
  const pool = openPool(world.database.url, {
    maxConnections: 8,
    statementTimeoutMs: 60_000,
    onError: () => {},
  })
  await world.write(1)
  await world.sequence()
  const committed: string[] = []
  const open: Open[] = []
  const write = async ({ client, ids }: Open) => {
    for (let left = 1 + pick(4); left > 0; left--) {
      const entry = entryOf(pick(3) === 0 ? 'app_s' : 'app_p')
      await writeAuditEntry(client, entry)
      ids.push(entry.request_id)
    }
  }
  const end = async (one: Open) => {
    const isKept = pick(4) > 0
    await one.client.query(isKept ? 'commit' : 'rollback')
    one.client.release()
    if (isKept) committed.push(...one.ids)
  }
  const step = () =>
    sequenceStep({
      ...{ pool: world.database.pool, random: systemRandom(), clock: { now: () => noon } },
      ...{ readSigners: async () => world.signers, maxEntries: 1 + pick(5) },
    })
  for (let turn = 0; turn < 150; turn++) {
    const one = open[pick(open.length || 1)]
    const choice = pick(4)
    if (choice === 0 && open.length < 6) {
      const begun = { client: await pool.connect(), ids: [] }
      await begun.client.query('begin')
      open.push(begun)
      await write(begun)
    } else if (choice === 1 && one) await write(one)
    else if (choice === 2 && one) await end(...(open.splice(open.indexOf(one), 1) as [Open]))
    else await step()
  }
  for (const one of open) await end(one)
  await world.sequence()
  await pool.end()
  const { rows } = await world.database.pool.query<{
    entry_id: string
    environment: string
    leaf_index: string
  }>('select entry_id, environment, leaf_index from audit_leaves order by environment, leaf_index')
  expect(
    rows
      .map(({ entry_id }) => entry_id)
      .filter((id) => committed.includes(id))
      .sort(),
  ).toEqual(committed.sort())
  expect(rows).toHaveLength(committed.length + 1)
  for (const environment of ['sandbox', 'production']) {
    const indexes = rows.filter((row) => row.environment === environment).map((row) => Number(row.leaf_index))
    expect(indexes).toEqual(indexes.map((_, index) => index))
  }
  expect(await world.check()).toMatchObject({ waiting: 0, findings: 0 })
})
