import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from './testing/closing-process.fixture.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

/** Every change of the act, and its entry. */
const stateOf = async (organizationId: string) => {
  const { rows } = await world.database.pool.query(
    `select o.account_status = 'closed' as is_closed,
       not exists (select from api_keys k join applications a using (application_id)
         where a.organization_id = o.organization_id and k.revoked_at is null) as keys_ended,
       not exists (select from member_sessions s join organization_members m on m.person_id = s.account_id
         where m.organization_id = o.organization_id) as sessions_ended,
       exists (select from acts where subject = o.organization_id and action = 'organizations.close') as has_entry
     from organizations o where organization_id = $1`,
    [organizationId],
  )
  return rows[0] as Record<'is_closed' | 'keys_ended' | 'sessions_ended' | 'has_entry', boolean>
}

/** An organization that may be closed, with a key, and its Owner, who is signed in. */
const openOrganization = async () => {
  const owner = await world.signUp()
  const { id } = (
    await owner.post('/organizations', { name: 'Banque du Fleuve', rccm: 'CD/KNG/RCCM/00-B-00001' })
  ).json
  const made = await owner.post(`/organizations/${id}/applications`, { name: 'Shop' })
  expect(made.status).toBe(201)
  return { organizationId: id, personId: owner.id }
}

/** Closes the organization in a process of its own, which is killed. */
const closeAndKill = async (
  whose: Pick<Order, 'organizationId' | 'personId'>,
  killedBefore: string | null,
): Promise<void> => {
  const child = fork(join(import.meta.dirname, 'testing/closing-process.fixture.ts'))
  const [ended, begun] = [once(child, 'exit'), once(child, 'message')]
  child.send({
    ...{ url: world.database.url, nowMs: world.platform.clock.now() },
    ...{ ...whose, killedBefore },
  } satisfies Order)
  // A process that fails to start ends the test instead of holding it.
  expect((await Promise.race([begun, ended]))[0]).toBe('closing')
  expect((await ended)[1]).toBe('SIGKILL')
}

const nothing = { is_closed: false, keys_ended: false, sessions_ended: false, has_entry: false }

test.each(['delete from member_sessions', 'update organizations', 'insert into acts', 'commit'])(
  'an act that is killed before `%s` changed nothing',
  async (statement) => {
    const whose = await openOrganization()
    await closeAndKill(whose, statement)
    expect(await stateOf(whose.organizationId)).toEqual(nothing)
  },
)

test('an act that is killed after its commit was sent is done with its entry, or not at all', async () => {
  const whose = await openOrganization()
  await closeAndKill(whose, null)
  const after = await stateOf(whose.organizationId)
  const isDone = after.is_closed
  expect(after).toEqual({
    ...{ is_closed: isDone, keys_ended: isDone, sessions_ended: isDone, has_entry: isDone },
  })
})
