import { consistencyProof, isConsistent } from '@nani/engines/transparency-log/index.ts'
import { dayMs } from '@nani/foundation/core/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { thinCheckpoints } from './checkpoints.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'
import { tilesIn } from './tree-rows.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
})
afterEach(() => world.database.drop())

const sizes = async (table: 'audit_checkpoints' | 'audit_cosignatures') => {
  const { rows } = await world.database.pool.query<{ size: string }>(
    `select distinct size from ${table} where environment = 'production' order by size`,
  )
  return rows.map(({ size }) => Number(size))
}
/** A checkpoint each ten minutes, and the witnesses that cosigned it. */
const append = async (witnesses: readonly string[]) => {
  await world.write(1)
  await world.sequence()
  for (const witness of witnesses)
    await world.database.pool.query(
      `insert into audit_cosignatures (environment, size, witness, line, at)
       select 'production', max(size), $1, '— ' || $1 || ' AAAAAAA=' || chr(10), now() from audit_checkpoints where environment = 'production'`,
      [witness],
    )
  world.advance(600_000)
}

test('after a week, the first checkpoint is kept, and each hour keeps its last checkpoint, and the last one of each witness', async () => {
  for (const witnesses of [['a'], ['a', 'b'], ['a'], ['a'], ['a'], []]) await append(witnesses)
  for (let place = 0; place < 6; place++) await append(['a'])
  await thinCheckpoints(world.database.pool, noon + 6 * dayMs)
  expect(await sizes('audit_checkpoints')).toHaveLength(12)

  await thinCheckpoints(world.database.pool, noon + 8 * dayMs)

  expect(await sizes('audit_checkpoints')).toEqual([1, 2, 5, 6, 12])
  expect(await sizes('audit_cosignatures')).toEqual([1, 2, 5, 12])
  const { rows } = await world.database.pool.query<{ size: string; root: Buffer }>(
    `select size, root from audit_checkpoints where environment = 'production' order by size`,
  )
  const [old, last] = [rows[0], rows.at(-1)].map((row) => ({
    size: Number(row?.size),
    root: row?.root as Buffer,
  }))
  const proof = await consistencyProof(old!.size, last!.size, tilesIn(world.database.pool, 'production'))
  expect(
    isConsistent({ oldSize: old!.size, oldRoot: old!.root, size: last!.size, root: last!.root, proof }),
  ).toBe(true)
  expect((await world.check()).findings).toBe(0)
})
