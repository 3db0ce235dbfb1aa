import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleRequests } from './testing/console-requests.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'
import { openKilledRequests } from './testing/killed-request.ts'

let world: ConsoleWorld
let requests: ReturnType<typeof consoleRequests>
let killed: ReturnType<typeof openKilledRequests>
beforeAll(async () => {
  world = await startConsole()
  requests = consoleRequests(world)
  const fixture = join(import.meta.dirname, 'testing/console-process.fixture.ts')
  killed = openKilledRequests(fixture, { ...world, consoleUrl: world.url })
})
afterAll(async () => {
  await killed.stop()
  await world.stop()
})

/** Each run meets other acts and moments. `npm run test:killed-acts` meets every act, in five minutes. */
const chosen = (): string[] => {
  const names = Object.keys(requests)
  if (process.env.NANI_TEST_ACTS === 'all') return names
  return Array.from({ length: 3 }, () => names.splice(randomInt(names.length), 1)[0] as string)
}

test('an act of the console that was killed before its commit made nothing, and after it the change and the entry', {
  timeout: 900_000,
}, async () => {
  for (const act of chosen()) {
    const request = await requests[act]?.()
    if (!request) throw new Error(`${act} has no request`)
    const { tables, entries } = await killed.killTwice(request)
    // The change is more than the entry.
    expect({ act, entries, changed: tables.some((name) => name !== 'acts') }).toEqual({
      act,
      entries: expect.arrayContaining([act]),
      changed: !request.sendsOnly,
    })
  }
})

test('each act of the console has a request here', async () => {
  const { json } = await world.browser().get('/openapi.json')
  const { paths } = json as unknown as { paths: Record<string, Record<string, { operationId: string }>> }
  const acts = Object.values(paths).flatMap((ofPath) =>
    Object.entries(ofPath).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
  )
  expect(Object.keys(requests).toSorted()).toEqual(acts.toSorted())
})
