import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredActs } from '../../../../../testing/declared-acts.ts'
import { describedOperations } from '../../testing/operations/described-operations.ts'
import { type ConsoleRequest, consoleObjects } from './testing/console-objects.ts'
import { consoleRequests } from './testing/console-requests.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

/** Operations that need a fresh second factor in one case alone, as the description names it (`step_up_when`). */

type Person = Awaited<ReturnType<ConsoleWorld['signUp']>>
/** A request, sent by the person who may send it. */
type Made = Omit<ConsoleRequest, 'by'> & { by: Person }
type Operation = { operationId: string; 'x-nani-permission': { step_up: boolean; step_up_when?: string } }

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

const casesOf = async () => {
  const { json } = await world.browser().get('/openapi.json')
  return describedOperations<Operation>(json).flatMap(({ operationId, 'x-nani-permission': permission }) =>
    permission.step_up_when === undefined ? [] : [{ operationId, ...permission }],
  )
}

/** They need a session with a second factor for production, however old it is. */
const ofAnySecondFactor = new Set([
  ...['applications.update', 'applications.set_logo', 'webhooks.replay_own'],
  ...['webhooks.resend_own', 'webhooks.test_own'],
])

test('an act whose rules may ask for a second factor always needs a fresh one, or its description names the case', async () => {
  const asking = (await declaredActs()).filter(
    ({ declaration: { refusals, routes } }) =>
      (routes.member ?? routes.operator) !== undefined && refusals.includes('second_factor_required'),
  )
  expect(asking.length).toBeGreaterThan(10)
  const unnamed = asking.filter(
    ({ declaration: { name, stepUp, stepUpWhen } }) =>
      !stepUp && stepUpWhen === null && name !== 'people.step_up' && !ofAnySecondFactor.has(name),
  )
  expect(unnamed.map(({ declaration }) => declaration.name)).toEqual([])
})

/** The request in the case that the description names, and outside of it. */
const inCase: Record<string, (made: Made) => Promise<Made>> = {
  another_member: async (made) => made,
  own_second_factor: async (made) =>
    // This one asks a person who has none yet.
    made.path === '/me/totp/confirm' ? { ...made, by: await world.signUp() } : made,
  async production(made) {
    const { owner: by, production } = await consoleObjects(world).withApplication()
    return { ...made, by, path: `${production}/webhook` }
  },
}
const outside: Record<string, (made: Made) => Promise<Made>> = {
  another_member: async (made) => ({
    ...made,
    path: made.path.replace(/members\/.*/, `members/${made.by.id}`),
  }),
  own_second_factor: async (made) => ({ ...made, by: await world.signUp({ withTotp: false }) }),
  production: async (made) => made,
}

test('after five minutes each operation asks for a second factor in the case that its description names, and in no other', async () => {
  const cases = await casesOf()
  expect(cases.length).toBeGreaterThan(8)
  const requests = consoleRequests(world)
  for (const { operationId, step_up: always, step_up_when: name = '' } of cases) {
    expect({ operationId, always }).toEqual({ operationId, always: false })
    const made = (await requests[operationId]?.()) as Made
    const [asked, other] = [await inCase[name]?.(made), await outside[name]?.(made)]
    world.platform.clock.advance(5 * 60_000 + 1_000)
    const answerTo = async ({ by, method, path, body, version }: Made) => {
      const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
      const { status, json } = await by.send(
        method,
        path,
        method === 'GET' ? undefined : (body ?? {}),
        headers,
      )
      return { operationId, isAsked: status === 403 && json.error === 'second_factor_required' }
    }
    expect(await answerTo(asked as Made)).toEqual({ operationId, isAsked: true })
    expect(await answerTo(other as Made)).toEqual({ operationId, isAsked: false })
  }
})
