import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedOperations } from '../../testing/operations/described-operations.ts'
import { brokenRules, type RuledOperation } from '../../testing/operations/operation-rules.ts'
import { type DeskWorld, startDesk } from './testing/desk-world.ts'

/** The rules of the API that hold for every operation of the desk, computed from the description. */

let world: DeskWorld
beforeAll(async () => {
  world = await startDesk()
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

test('an unknown member is refused, no answer is stored, and an error has the id of its request', async () => {
  const supervisor = await world.enrol(['supervisor', 'auditor'])
  const operations = describedOperations<RuledOperation>((await supervisor.get('/openapi.json')).json)
  expect(operations.length).toBeGreaterThan(60)
  const urlOf = ({ path }: RuledOperation) => path.replace(/\{(\w+)\}/g, 'none')
  expect(await brokenRules(operations, { send: supervisor.send, urlOf })).toEqual([])
})
