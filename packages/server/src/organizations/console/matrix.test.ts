import { type MemberRole, memberRoles } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Described, describedOperations } from '../../testing/operations/described-operations.ts'
import { type ConsoleWorld, startConsole, undescribedRoutes } from './testing/console-world.ts'

/** The rights, computed from the description: every operation with each role, and with sessions that are not enough. */

type Operation = {
  operationId: string
  'x-nani-permission': { session: boolean; roles: string[]; step_up: boolean }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
  requestBody?: { content: Record<string, { example?: unknown }> }
}
type Listed = Described<Operation>
type Person = Awaited<ReturnType<ConsoleWorld['signUp']>>

/** An operation that permits a role to do only a part of it. The list may only shrink. */
const permittedInPart: Record<string, string> = {
  'members.remove': 'A member without the right to remove others may leave.',
}

let world: ConsoleWorld
let operations: Listed[]
let ids: Record<string, string>
let stranger: Person
const people = new Map<string, Person>()
const several: MemberRole[] = ['developer', 'financial_officer']

const enter = async (organizationId: string, roles: MemberRole[]) => {
  const person = await world.signUp()
  await world.database.pool.query(
    'insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, $3, now())',
    [organizationId, person.id, roles],
  )
  people.set(roles.join('+'), person)
}

beforeAll(async () => {
  world = await startConsole()
  const founder = await world.signUp()
  const { json } = await founder.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const made = await founder.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  ids = { organization_id: json.id, application_id: made.json.id, id: 'none', thumbprint: 'none' }
  for (const role of memberRoles) await enter(json.id, [role])
  await enter(json.id, several)
  stranger = await world.signUp()
  operations = describedOperations((await stranger.get('/openapi.json')).json)
}, 60_000)
afterAll(() => world.stop())

const urlOf = ({ path }: Listed, named = ids) =>
  path.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? 'none')
/** Without a body, so that a permitted change is refused for its form or its object. Closing takes no body. */
const call = (person: Pick<Person, 'send'>, operation: Listed, named = ids) =>
  person.send(operation.method, urlOf(operation, named), operation.method === 'GET' ? undefined : {})
const ofOrganization = () => operations.filter(({ path }) => path.includes('{organization_id}'))
const closes = ({ operationId }: Listed) => operationId === 'organizations.close'

test('the description has the operations, each with its id, its errors and examples', () => {
  expect(operations.length).toBeGreaterThan(60)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const withoutExample = operations.filter(({ responses, requestBody }) =>
    [...Object.values(responses), ...(requestBody ? [requestBody] : [])].some(
      ({ content }) => content?.['application/json'] && content['application/json'].example === undefined,
    ),
  )
  expect(withoutExample.map(({ operationId }) => operationId)).toEqual([])
})

test.each([...memberRoles.map((role) => [role] as MemberRole[]), several])(
  'the rights of %s %s',
  async (...roles) => {
    const held = roles.filter((role) => role !== undefined)
    const person = people.get(held.join('+')) as Person
    const wrong: string[] = []
    for (const operation of ofOrganization().filter((one) => !closes(one))) {
      const permission = operation['x-nani-permission']
      const { status, json } = await call(person, operation)
      const isRefused = status === 403 && json.error === 'not_permitted'
      const isPermitted = permission.roles.some((role) => (held as string[]).includes(role))
      const inPart = Object.hasOwn(permittedInPart, operation.operationId)
      if (!inPart && isRefused === isPermitted)
        wrong.push(`${operation.operationId}: ${status} ${json.error}`)
      if (status >= 500) wrong.push(`${operation.operationId}: ${status}`)
    }
    expect(wrong).toEqual([])
  },
)

test('the list of operations that are permitted in part only shrinks', () => {
  const names = new Set(operations.map(({ operationId }) => operationId))
  expect(Object.keys(permittedInPart).filter((name) => !names.has(name))).toEqual([])
  expect(Object.keys(permittedInPart).length).toBeLessThanOrEqual(1)
})

test('only an Owner closes the organization', async () => {
  const [close] = operations.filter(closes)
  expect(close?.['x-nani-permission']).toEqual({ session: true, roles: ['owner'], step_up: true })
  for (const role of memberRoles.filter((one) => one !== 'owner'))
    expect((await call(people.get(role) as Person, close as Listed)).json).toMatchObject({
      error: 'not_permitted',
    })
})

test('to another organization, every route answers like a missing one', async () => {
  const wrong: string[] = []
  for (const operation of ofOrganization()) {
    const foreign = await call(stranger, operation)
    const missing = await stranger.send(
      operation.method,
      urlOf(operation).replace(ids.organization_id as string, 'org_none'),
      operation.method === 'GET' ? undefined : {},
    )
    const shown = JSON.stringify({ ...foreign.json, request_id: '' })
    const isAlike = shown === JSON.stringify({ ...missing.json, request_id: '' })
    if (foreign.status !== 404 || missing.status !== 404 || !isAlike) wrong.push(operation.operationId)
  }
  expect(wrong).toEqual([])
})

/** The operations of sessions that a person without the right session gets another answer from. */
const answersOf = async (person: Pick<Person, 'send'>, selected: Listed[], named = ids) => {
  const found = new Map<string, number>()
  for (const operation of selected) {
    const { status, json } = await call(person, operation, named)
    found.set(`${status} ${json.error}`, (found.get(`${status} ${json.error}`) ?? 0) + 1)
  }
  return [...found.keys()]
}
const withSession = () => operations.filter((operation) => operation['x-nani-permission'].session)

test('without a session, every operation that needs one answers not_signed_in', async () => {
  expect(await answersOf(world.browser(), withSession())).toEqual(['401 not_signed_in'])
})

test('a change that is not from the own page is refused, signed in or not', async () => {
  const changes = operations.filter(({ method }) => method !== 'GET')
  const strange: Record<string, string>[] = [
    { 'x-nani-app': '' },
    { 'content-type': 'text/plain' },
    { origin: 'https://evil.example' },
  ]
  for (const headers of strange)
    for (const operation of changes) {
      const { status, json } = await stranger.send(operation.method, urlOf(operation), {}, headers)
      expect([operation.operationId, status, json.error]).toEqual([
        operation.operationId,
        ...[403, 'request_not_from_page'],
      ])
    }
})

test('after five minutes step-up is asked for, and an hour after the last request the session has ended', async () => {
  // A world of its own: the sessions of the other tests do not age.
  const later = await startConsole()
  try {
    const owner = await later.signUp()
    const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
    const urls = { ...ids, organization_id: json.id }
    later.platform.clock.advance(5 * 60_000 + 1_000)
    const selected = withSession().filter((operation) => operation['x-nani-permission'].step_up)
    expect(selected.length).toBeGreaterThan(8)
    expect(await answersOf(owner, selected, urls)).toEqual(['403 second_factor_required'])
    later.platform.clock.advance(60 * 60_000)
    expect(await answersOf(owner, withSession(), urls)).toEqual(['401 not_signed_in'])
  } finally {
    await later.stop()
  }
})

test('an Owner without a second factor is asked for one at every route of the organization', async () => {
  const bare = await world.signUp({ withTotp: false })
  await world.database.pool.query(
    `insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, '{owner}', now())`,
    [ids.organization_id, bare.id],
  )
  expect(await answersOf(bare, ofOrganization())).toEqual(['403 second_factor_required'])
})

test('every route of the API is described', async () => {
  for (const path of ['/nothing', '/organizations/org_1/nothing', '/me/nothing'])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await stranger.send(method, path, {})).json).toMatchObject({ error: 'not_found' })
  // What no operation answers is one route.
  expect(undescribedRoutes(world.routes, 'console', operations)).toEqual(['GET /api/*'])
  const planted = { surface: 'console', method: 'GET', url: '/api/planted/:id' }
  expect(undescribedRoutes([planted], 'console', operations)).toEqual(['GET /api/planted/:id'])
})
