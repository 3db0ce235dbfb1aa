import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedOperations } from '../../testing/operations/described-operations.ts'
import { type DeskWorld, startDesk } from './testing/desk-world.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDesk()
})
afterAll(() => world.stop())

type Operation = { operationId: string; 'x-nani-permission': { step_up_when?: string } }
type Browser = ReturnType<DeskWorld['browser']>

/** A person of the desk without a second factor, who may only add one. */
const beginner = async (): Promise<Browser> => {
  const { token } = await world.invite(['reviewer'])
  const own = world.browser()
  await own.post('/enrolments', { token, password: 'poste-ya-kwanza-mlango' })
  return own
}

/** The acts by which a person adds a second factor, and the answer to a person who has none. */
const adding: Record<string, (by: Browser) => Promise<{ status: number; json: { error: string } }>> = {
  'people.offer_totp': (by) => by.post('/me/totp'),
  'people.confirm_totp': (by) => by.post('/me/totp/confirm', { code: '000000' }),
  'people.passkey_options': (by) => by.post('/me/passkeys/options'),
}
const asked = { status: 403, json: { error: 'second_factor_required' } }

test('the description of the desk names the case in which an act on the own account asks for a fresh second factor', async () => {
  const { json } = await world.browser().get('/openapi.json')
  const cases = describedOperations<Operation>(json).filter(
    ({ 'x-nani-permission': permission }) => permission.step_up_when !== undefined,
  )
  expect(cases.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(Object.keys(adding)))
  expect(new Set(cases.map((one) => one['x-nani-permission'].step_up_when))).toEqual(
    new Set(['own_second_factor']),
  )
})

test.each(Object.keys(adding))(
  'after five minutes %s asks a person who has a second factor for a fresh one, and no other person',
  async (name) => {
    const [person, first] = [await world.enrol(['reviewer']), await beginner()]
    world.platform.clock.advance(5 * 60_000 + 1_000)
    expect(await adding[name]?.(person)).toMatchObject(asked)
    expect(await adding[name]?.(first)).not.toMatchObject(asked)
  },
)
