import { type OperatorRole, operatorRoles } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undescribedRoutes } from '../../organizations/console/testing/console-world.ts'
import { type Described, describedOperations } from '../../testing/operations/described-operations.ts'
import { disableOperator } from '../operators/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'

/** The rights, computed from the description: every operation with each role, and with sessions that are not enough. */

type Operation = {
  operationId: string
  'x-nani-permission': { session: boolean; roles: string[]; step_up: boolean }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
  requestBody?: { content: Record<string, { example?: unknown }> }
}
type Listed = Described<Operation>

let world: DeskWorld
let operations: Listed[]
const people = new Map<string, DeskPerson>()
const several: OperatorRole[] = ['reviewer', 'billing_officer']

const urlOf = ({ path }: Listed) => path.replace(/\{(\w+)\}/g, 'none')
/** Without a body, so that a permitted change is refused for its form or its object. */
const call = (person: Pick<DeskPerson, 'send'>, operation: Listed) =>
  person.send(operation.method, urlOf(operation), operation.method === 'GET' ? undefined : {})

beforeAll(async () => {
  world = await startDesk()
  for (const role of operatorRoles) people.set(role, await world.enrol([role]))
  people.set(several.join('+'), await world.enrol(several))
  operations = describedOperations((await world.browser().get('/openapi.json')).json)
}, 60_000)
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

const withRoles = () => operations.filter((operation) => operation['x-nani-permission'].roles.length > 0)
const withSession = () => operations.filter((operation) => operation['x-nani-permission'].session)

test('the description has the operations, each with its id and examples', () => {
  expect(operations.length).toBeGreaterThan(60)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const withoutExample = operations.filter(({ responses, requestBody }) =>
    [...Object.values(responses), ...(requestBody ? [requestBody] : [])].some(
      ({ content }) => content?.['application/json'] && content['application/json'].example === undefined,
    ),
  )
  expect(withoutExample.map(({ operationId }) => operationId)).toEqual([])
})

test.each([...operatorRoles.map((role) => [role] as OperatorRole[]), several])(
  'the rights of %s %s',
  async (...roles) => {
    const held: string[] = roles.filter((role) => role !== undefined)
    const person = people.get(held.join('+')) as DeskPerson
    const wrong: string[] = []
    for (const operation of withRoles()) {
      const { status, json } = await call(person, operation)
      const isRefused = status === 403 && json.error === 'not_permitted'
      const isPermitted = operation['x-nani-permission'].roles.some((role) => held.includes(role))
      if (isRefused === isPermitted || status >= 500)
        wrong.push(`${operation.operationId}: ${status} ${json.error}`)
    }
    expect(wrong).toEqual([])
  },
)

test('every route of the API is described', () => {
  // What no operation answers is one route.
  expect(undescribedRoutes(world.console.routes, 'desk', operations)).toEqual(['GET /api/*'])
})

test('a supervisor may everything that another role but the auditor may', () => {
  const without = withRoles().filter(({ 'x-nani-permission': { roles } }) => {
    const others = roles.filter((role) => role !== 'auditor')
    return others.length > 0 && !roles.includes('supervisor')
  })
  expect(without.map(({ operationId }) => operationId)).toEqual([])
})

test('the auditor reads, and changes nothing anywhere', () => {
  const changes = withRoles().filter(
    ({ method, 'x-nani-permission': { roles } }) => method !== 'GET' && roles.includes('auditor'),
  )
  expect(changes.map(({ operationId }) => operationId)).toEqual([])
  const unread = withRoles().filter(
    ({ method, 'x-nani-permission': { roles } }) => method === 'GET' && !roles.includes('auditor'),
  )
  expect(unread.map(({ operationId }) => operationId)).toEqual([])
})

const answersOf = async (person: Pick<DeskPerson, 'send'>, selected: Listed[]) => {
  const found = new Set<string>()
  for (const operation of selected) {
    const { status, json } = await call(person, operation)
    found.add(`${status} ${json.error}`)
  }
  return [...found]
}

test('without a session, every operation that needs one answers not_signed_in', async () => {
  expect(await answersOf(world.browser(), withSession())).toEqual(['401 not_signed_in'])
})

test('the session of a member is none', async () => {
  const member = await world.console.signUp()
  const browser = world.browser()
  browser.cookies.set('nani_desk', member.cookies.get('nani_console') as string)
  expect(await answersOf(browser, withSession())).toEqual(['401 not_signed_in'])
})

test('a disabled operator has no session', async () => {
  const person = await world.enrol([...operatorRoles])
  await disableOperator(machine, { id: person.id }, world.operatorNeeds)
  expect(await answersOf(person, withSession())).toEqual(['401 not_signed_in'])
})

test('a change that is not from the own page is refused', async () => {
  const supervisor = people.get('supervisor') as DeskPerson
  for (const headers of [
    { 'x-nani-app': '' },
    { 'content-type': 'text/plain' },
    { origin: 'https://evil.example' },
  ] as Record<string, string>[])
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const { status, json } = await supervisor.send(operation.method, urlOf(operation), {}, headers)
      expect([operation.operationId, status, json.error]).toEqual([
        ...[operation.operationId, 403, 'request_not_from_page'],
      ])
    }
})

test('after five minutes, an act with step-up asks for a fresh second factor', async () => {
  const later = await startDesk()
  try {
    const person = await later.enrol([...operatorRoles])
    later.platform.clock.advance(5 * 60_000 + 1_000)
    const selected = withSession().filter((operation) => operation['x-nani-permission'].step_up)
    expect(selected.length).toBeGreaterThan(0)
    expect(await answersOf(person, selected)).toEqual(['403 second_factor_required'])
  } finally {
    await later.stop()
  }
})
