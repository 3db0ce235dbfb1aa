import { systemClock } from '@nani/foundation/core/index.ts'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../../testing/database.ts'
import { actsInCellModule } from './acts-in-cell-module.ts'

test('the alarm about what waits in a cell names the cell', async () => {
  const database = await createTestDatabase()
  await database.pool.query(
    `insert into cell_outbox (kind, content, mac, caused_at) values ('none', '{}', '\\x00', now() - interval '1 hour')`,
  )
  const raised = Promise.withResolvers<unknown>()
  const needs = {
    ...{ cellName: 'north', pool: database.pool, homePool: database.pool, clock: systemClock },
    ...{ rootKey: Buffer.alloc(32, 7), log() {} },
    homeDetection: { raise: async (_: unknown, alarm: unknown) => raised.resolve(alarm) },
  }
  const module = await actsInCellModule.open(needs as never, {} as never)
  module.work?.()
  expect(await raised.promise).toMatchObject({ kind: 'cell_outbox_late', cell: 'north' })
  expect(module.provides.isOutboxLate()).toBe(true)
  const registry = new Registry()
  for (const register of module.metrics) register(registry)
  const shown = await registry.metrics()
  expect(shown).toContain('\nnani_cell_outbox_waiting 1\n')
  expect(Number(/^nani_cell_outbox_oldest_seconds (\S+)$/m.exec(shown)?.[1])).toBeGreaterThan(3_500)
  await module.stop?.()
  await database.drop()
})
