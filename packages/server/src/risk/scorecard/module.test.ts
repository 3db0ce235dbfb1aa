import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { scorecardModule } from './module.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const isReady = async (demo: 'none' | 'sandbox' | 'production'): Promise<boolean> => {
  const needs = { pool: database.pool, clock: { now: () => Date.now() }, log: () => {}, demo }
  const opened = await scorecardModule.open(
    needs as unknown as Parameters<typeof scorecardModule.open>[0],
    {},
  )
  await opened.stop?.()
  return opened.provides.scorecards.current().isReady
}

test('only a demo of production accepts the generated model, and nothing remains of it after the demo', async () => {
  expect(await isReady('production')).toBe(true)
  expect(await isReady('sandbox')).toBe(false)
  expect(await isReady('none')).toBe(false)
})
