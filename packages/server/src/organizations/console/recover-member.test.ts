import { afterAll, beforeAll, expect, test } from 'vitest'
import { actsOf } from '../../testing/acts-of.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

type Person = Awaited<ReturnType<ConsoleWorld['signUp']>>
const reason = 'The phone was lost. I saw the identity card.'
const rccm = 'CD/KNG/RCCM/00-B-00001'
const found = async (owner: Person) =>
  `/organizations/${(await owner.post('/organizations', { name: 'Banque du Fleuve', rccm })).json.id}`
const join = async (path: string, owner: Person, person: Person, roles: string[]) => {
  await owner.post(`${path}/invitations`, { email: person.email, roles })
  return person.post('/invitations/accept', { token: await world.newest(person.email) })
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.signUp()))
const signIn = async ({ email, password }: Person) => {
  const browser = world.browser()
  return { ...browser, signedIn: (await browser.post('/session', { email, password })).json }
}

test('an Owner removes the lost second factor of a member, who signs in and adds a new one', async () => {
  const [owner, lost] = (await people(2)) as [Person, Person]
  const path = await found(owner)
  await join(path, owner, lost, ['administrator'])
  const recovered = await owner.post(`${path}/members/${lost.id}/second-factor-recovery`, { reason })
  expect(recovered).toMatchObject({ status: 200, json: { id: lost.id, has_second_factor: false } })
  expect((await lost.get('/me')).json).toMatchObject({ error: 'not_signed_in' })
  const [mail] = (await world.mails()).filter(({ to }) => to === lost.email)
  expect(mail?.subject).toBe('Your second factors were removed')
  const again = await signIn(lost)
  expect(again.signedIn).toMatchObject({ status: 'signed_in' })
  expect((await again.get(path)).json).toMatchObject({ error: 'second_factor_required' })
  expect((await again.get('/me')).json).toMatchObject({
    second_factor: { totp: false, recovery_codes_left: 0 },
  })
  expect((await again.post('/me/totp')).status).toBe(200)
  expect(await actsOf(world.database.pool, lost.id)).toContainEqual(
    expect.objectContaining({
      action: 'members.recover_second_factor',
      actor: owner.id,
      after: { second_factor: 'removed', reason },
    }),
  )
})

test('of a member of several organizations, no Owner removes the second factor', async () => {
  const [owner, other, shared] = (await people(3)) as [Person, Person, Person]
  const [path, foreign] = [await found(owner), await found(other)]
  await join(path, owner, shared, ['developer'])
  await join(foreign, other, shared, ['owner'])
  const refused = await owner.post(`${path}/members/${shared.id}/second-factor-recovery`, { reason })
  expect(refused.json).toMatchObject({ error: 'conflict' })
  expect((await shared.get('/me')).json).toMatchObject({ second_factor: { totp: true } })
})

test('no person removes the own factor, and an Administrator that of no one', async () => {
  const [owner, administrator, developer] = (await people(3)) as [Person, Person, Person]
  const path = await found(owner)
  await join(path, owner, administrator, ['administrator'])
  await join(path, owner, developer, ['developer'])
  const recover = (actor: Person, target: Person) =>
    actor.post(`${path}/members/${target.id}/second-factor-recovery`, { reason })
  for (const [actor, target] of [
    [owner, owner],
    [administrator, developer],
    [administrator, owner],
  ] as const)
    expect((await recover(actor, target)).json).toMatchObject({ error: 'not_permitted' })
  expect((await owner.post(`${path}/members/${developer.id}/second-factor-recovery`)).json).toMatchObject({
    ...{ error: 'invalid_request', field: 'reason' },
  })
  world.platform.clock.advance(5 * 60_000 + 1_000)
  expect((await recover(owner, developer)).json).toMatchObject({ error: 'second_factor_required' })
})

test('the sessions of a member end at once, by a person whose roles permit it', async () => {
  const [owner, administrator, developer] = (await people(3)) as [Person, Person, Person]
  const path = await found(owner)
  await join(path, owner, administrator, ['administrator'])
  await join(path, owner, developer, ['developer'])
  const end = (actor: Person, target: Person) => actor.delete(`${path}/members/${target.id}/sessions`)
  expect((await end(developer, administrator)).json).toMatchObject({ error: 'not_permitted' })
  expect((await end(administrator, owner)).json).toMatchObject({ error: 'not_permitted' })
  expect((await owner.get('/me')).status).toBe(200)
  expect((await end(administrator, developer)).status).toBe(204)
  expect((await developer.get('/me')).status).toBe(401)
  // The second factor stays.
  expect((await signIn(developer)).signedIn).toMatchObject({ status: 'second_factor' })
  expect(await actsOf(world.database.pool, developer.id)).toContainEqual(
    expect.objectContaining({ action: 'members.end_sessions', before: { sessions: 1 } }),
  )
})
