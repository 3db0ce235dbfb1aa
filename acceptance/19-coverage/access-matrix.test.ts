import { beforeAll, describe, expect, inject, test } from 'vitest'
import { get, send, signedRequest } from '../client/call.ts'
import { createCallers, type Environment } from './callers.ts'
import { describedOperations, type Operation } from './described-operations.ts'
import { exceptionOf, exceptions } from './exceptions.ts'
import { type Fault, faults, type World, withoutSignature } from './faults.ts'
import { createResources, exampleBody, modesOf, unknownPath } from './resources.ts'

// The rows are the operations of /openapi.json, the columns are the faults. A new operation is a new row without
// a change here. The row fails if no example makes its resources.

const demo = inject('demo')
const environments: readonly Environment[] = ['sandbox', 'production']
// Sign-in has neither keys nor signatures. acceptance/23-sign-in commits its faults.
const isOfSignIn = ({ path }: Operation) => /^\/(v1\/oidc|\.well-known)\//.test(path)
// A moved clock changes what every other operation answers. acceptance/28-test-clock commits its faults.
const isOfTestClock = ({ path }: Operation) => path === '/sandbox/clock'
const operations = (await describedOperations(demo.sandbox)).filter(
  (one) => !isOfSignIn(one) && !isOfTestClock(one),
)
const cellsOf = (operation: Operation, environment: Environment) =>
  faults.flatMap((fault) => {
    // Without a key there is no caller whose other rights could be missing.
    if (!operation.signed && fault !== withoutSignature) return []
    const derived = fault.expected(operation, environment)
    return derived === null ? [] : [{ fault, derived }]
  })

test('the document describes operations of every kind', () => {
  for (const member of ['purpose', 'scopes'])
    expect(operations.filter(({ members }) => members.has(member)).length, member).toBeGreaterThanOrEqual(8)
  expect(operations.length).toBeGreaterThanOrEqual(30)
  expect(new Set(operations.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']))
})

describe.each(environments)('in %s', (environment) => {
  let world: World
  beforeAll(async () => {
    const callers = await createCallers(inject('dataDir'), demo, environment)
    world = { environment, callers, resources: await createResources(callers.owner, operations) }
  })

  const answersTo = async (operation: Operation, fault: Fault) => {
    const answers = new Set<string>()
    for (const mode of modesOf(operation)) answers.add(await fault.commit({ operation, mode }, world))
    return [...answers].join(' or ')
  }

  test.each(operations)('$name refuses every caller without the right', async (operation) => {
    const required: string[] = []
    const answered: string[] = []
    for (const { fault, derived } of cellsOf(operation, environment)) {
      required.push(`${fault.name}: ${exceptionOf(operation, fault, environment)?.answer ?? derived}`)
      answered.push(`${fault.name}: ${await answersTo(operation, fault)}`)
    }
    expect(answered).toEqual(required)
  })

  // Otherwise a refusal of a stranger would prove nothing.
  test('each resource that strangers are refused exists for its owner', async () => {
    const { callers, resources } = world
    const answered: string[] = []
    for (const operation of operations.filter(
      ({ signed, pathParameters }) => signed && pathParameters.length,
    )) {
      const { path, missing } = resources.targetOf(operation)
      if (missing) continue
      const request = signedRequest(callers.owner, operation.method, path, exampleBody(operation))
      const { status } = await send(callers.owner, request)
      if (operation.method === 'GET' ? status !== 200 : status === 404)
        answered.push(`${operation.name}: ${status}`)
      expect(unknownPath(path)).not.toBe(path)
    }
    expect(answered).toEqual([])
  })

  test('each list that shows a stranger nothing shows its owner the resources', async () => {
    const { callers, resources } = world
    const lists = operations.filter(
      ({ signed, method, pathParameters }) => signed && method === 'GET' && pathParameters.length === 0,
    )
    expect(lists.length).toBeGreaterThan(0)
    // The prices are the same for every application.
    for (const { path } of lists.filter((one) => one.path !== '/v1/billing/prices')) {
      const { json } = await get(callers.owner, `${path}?limit=500`)
      expect(resources.ids.filter((id) => JSON.stringify(json).includes(id)).length).toBeGreaterThan(0)
    }
  })
})

describe('the list of exceptions', () => {
  const cells = environments.flatMap((environment) =>
    operations.flatMap((operation) =>
      cellsOf(operation, environment).map((cell) => ({ ...cell, operation, environment })),
    ),
  )
  const isUsed = (exception: (typeof exceptions)[number]) =>
    cells.some(
      ({ operation, fault, environment, derived }) =>
        exceptionOf(operation, fault, environment) === exception && exception.answer !== derived,
    )

  test('contains only cells that differ from the rule, each with a reason', () => {
    expect(exceptions.filter((exception) => !isUsed(exception) || !/\w+ \w+/.test(exception.reason))).toEqual(
      [],
    )
  })

  test('only becomes shorter: remove an exception that is not needed and lower this number', () => {
    expect(exceptions).toHaveLength(20)
  })
})
