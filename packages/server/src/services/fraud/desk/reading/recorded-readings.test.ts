import { systemClock } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '../../../../gateway/acts/index.ts'
import { amani, type DeskWorld, startDeskWorld } from '../desk-world.fixture.ts'
import { listFraudCases } from './read-cases.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld('production')
})
afterAll(() => world.stop())

const list = (actor: Parameters<typeof listFraudCases>[0]) =>
  listFraudCases(actor, { environment: 'production', limit: 10 }, world.desk)
const readings = async () => {
  const auditor = { kind: 'system', task: 'test' } as const
  const acts = await listActs(
    auditor,
    { limit: 100 },
    { pool: world.modes.database.pool, clock: systemClock },
  )
  return acts.filter(({ action }) => action === 'cases.list').length
}

test('a person who lists cases is in the log of acts, and one without the role reads nothing', async () => {
  await world.report({})
  await list(amani)
  expect(await readings()).toBe(1)
  await expect(list({ ...amani, roles: ['billing_officer'] } as typeof amani)).rejects.toMatchObject({
    code: 'not_permitted',
  })
  expect(await readings()).toBe(1)
})
