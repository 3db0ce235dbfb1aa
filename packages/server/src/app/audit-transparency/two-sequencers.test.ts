import { systemRandom } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { sequenceStep } from './sequence.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
})
afterEach(() => world.database.drop())

const dependencies = (pool = world.database.pool) => ({
  ...{ pool, clock: { now: () => noon }, random: systemRandom(), readSigners: async () => world.signers },
})

const leavesInOrder = async () => {
  const { rows } = await world.database.pool.query<{ entry_id: string; leaf_index: string }>(
    'select entry_id, leaf_index from audit_leaves order by leaf_index',
  )
  return rows.map(({ entry_id, leaf_index }) => [entry_id, Number(leaf_index)] as const)
}

test('two sequencers at once append each entry once, and store one checkpoint for each size', async () => {
  const other = openPool(world.database.url, {
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    onError: () => {},
  })
  const written: string[] = []
  for (let round = 0; round < 15; round++) {
    const [ids] = await Promise.all([
      world.write(20),
      sequenceStep(dependencies()),
      sequenceStep(dependencies(other)),
      sequenceStep(dependencies()),
    ])
    written.push(...ids)
  }
  await world.sequence()
  await other.end()
  const leaves = await leavesInOrder()
  expect(leaves.map(([, index]) => index)).toEqual(Array.from({ length: 300 }, (_, index) => index))
  expect(leaves.map(([id]) => id).sort()).toEqual(written.sort())
  expect((await world.check()).findings).toBe(0)
})

test('a sequencer whose connection ends at any statement leaves nothing of its step', async () => {
  await world.write(1)
  await world.sequence()
  const written = await world.write(3)
  let statements = 0
  for (let endAt = 1; ; endAt++) {
    statements = 0
    const pool = openPool(world.database.url, {
      maxConnections: 1,
      statementTimeoutMs: 60_000,
      onError: () => {},
    })
    const connect = pool.connect.bind(pool)
    // Ends the connection before the statement with this number, as a process that is killed does.
    const dying = Object.assign(Object.create(pool), {
      async connect() {
        const client = await connect()
        const query = client.query.bind(client)
        client.query = ((...values: Parameters<typeof query>) => {
          statements++
          if (statements === endAt) client.connection.stream.destroy()
          return query(...values)
        }) as typeof client.query
        return client
      },
    })
    const step = await sequenceStep(dependencies(dying)).catch(() => null)
    await pool.end().catch(() => {})
    // The database has not noticed yet that the connection before has ended, and keeps its lock.
    if (step?.busy) endAt--
    else if (step) break
    const leaves = await leavesInOrder()
    expect(leaves.length === 1 || leaves.length === 4).toBe(true)
  }
  expect(statements).toBeGreaterThan(12)
  const leaves = await leavesInOrder()
  expect(
    leaves
      .slice(1)
      .map(([id]) => id)
      .sort(),
  ).toEqual(written.sort())
  expect((await world.check()).findings).toBe(0)
})
