import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedOperations } from '../../testing/operations/described-operations.ts'
import { brokenRules, type RuledOperation } from '../../testing/operations/operation-rules.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

/** The rules of the API that hold for every operation of the console, computed from the description. */

type Listed = RuledOperation & { parameters?: { name: string; in: string }[] }

let world: ConsoleWorld
let owner: Awaited<ReturnType<ConsoleWorld['signUp']>>
let operations: Listed[]
let ids: Record<string, string>
beforeAll(async () => {
  world = await startConsole()
  owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const path = `/organizations/${json.id}/applications`
  const { json: made } = await owner.post(path, { name: 'Shop' })
  ids = { organization_id: json.id, application_id: made.id }
  operations = describedOperations((await owner.get('/openapi.json')).json)
}, 60_000)
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const urlOf = ({ path }: { path: string }) => path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'none')

test('an unknown member is refused, no answer is stored, and an error has the id of its request', async () => {
  expect(operations.length).toBeGreaterThan(60)
  expect(await brokenRules(operations, { send: owner.send, urlOf })).toEqual([])
})

test('a list has 1 to 100 rows in a page, and goes on with its own cursor alone', async () => {
  const lists = operations.filter(({ parameters }) => parameters?.some(({ name }) => name === 'cursor'))
  expect(lists.length).toBeGreaterThan(20)
  const applications = `/organizations/${ids.organization_id}/applications`
  const { next_cursor: cursor } = (await owner.get(`${applications}?limit=1`)).json
  const wrong: Record<string, string> = {
    ...{ 'limit=0': 'limit', 'limit=101': 'limit', 'limit=1.5': 'limit', 'limit=x': 'limit' },
    ...{ 'cursor=abc': 'cursor', [`cursor=${cursor}`]: 'cursor' },
  }
  expect((await owner.get(`${applications}?limit=1&cursor=${cursor}`)).status).toBe(200)
  const accepted: string[] = []
  for (const operation of lists) {
    const url = urlOf(operation)
    for (const [query, field] of Object.entries(wrong)) {
      if (url === applications && query === `cursor=${cursor}`) continue
      const { status, json } = await owner.get(`${url}?${query}`)
      const { error, field: named } = json as unknown as { error: string; field: string }
      if (status !== 400 || error !== 'invalid_request' || named !== field)
        accepted.push(`${operation.operationId} ${query}: ${status} ${named}`)
    }
    for (const limit of [1, 100]) {
      const { status, json } = await owner.get(`${url}?limit=${limit}`)
      if (status !== 200 || !('next_cursor' in json)) accepted.push(`${operation.operationId} ${limit}`)
    }
  }
  expect(accepted).toEqual([])
})

test('a cursor of another person is refused', async () => {
  const other = await world.signUp()
  await owner.post(`/organizations/${ids.organization_id}/invitations`, {
    ...{ email: other.email, roles: ['administrator'] },
  })
  await other.post('/invitations/accept', { token: await world.newest(other.email) })
  const members = `/organizations/${ids.organization_id}/members?limit=1`
  const { next_cursor: cursor } = (await owner.get(members)).json
  expect((await owner.get(`${members}&cursor=${cursor}`)).status).toBe(200)
  expect((await other.get(`${members}&cursor=${cursor}`)).json).toMatchObject({ field: 'cursor' })
})

test('a rate limit counts for each person, and a request without the right takes no turn', async () => {
  const organization = `/organizations/${ids.organization_id}`
  const join = async (role: string) => {
    const person = await world.signUp()
    await owner.post(`${organization}/invitations`, { email: person.email, roles: [role] })
    await person.post('/invitations/accept', { token: await world.newest(person.email) })
    return person
  }
  const [one, other] = [await join('developer'), await join('financial_officer')]
  const replay = async (person: typeof owner) => {
    const path = `${organization}/applications/${ids.application_id}/events/replay`
    const { status, headers, json } = await person.post(path, { since: '2026-01-01T00:00:00Z' })
    return { status, error: json.error, waits: headers.get('retry-after') }
  }
  const statuses = async (person: typeof owner) => {
    const found: number[] = []
    for (let request = 0; request < 11; request++) found.push((await replay(person)).status)
    return found
  }
  expect(await statuses(other)).toEqual(Array(11).fill(403))
  // No endpoint is set.
  expect(await statuses(one)).toEqual([...Array(10).fill(409), 429])
  expect(await replay(one)).toEqual({ status: 429, error: 'too_many_attempts', waits: '30' })
  await owner.patch(`${organization}/members/${other.id}`, { roles: ['developer'] }, 1)
  expect((await replay(other)).status).toBe(409)
})
