import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActCell, Places } from '../../gateway/acts/index.ts'
import { holdActs } from '../../register/register-outbox/index.ts'
import { endScopes } from '../organizations/index.ts'
import { consoleObjects } from './testing/console-objects.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'
import { placeInCell } from './testing/test-cell.ts'
import { cellOf, homeOf, ofApplication } from './testing/world-in-a-cell.ts'

/** Subscriptions of organizations whose applications are in a cell. */
placeInCell()

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const bank = () => consoleObjects(world).bank()

test('a subscription that ends takes its scope from the applications in the cell', async () => {
  const { owner, path } = await bank()
  await owner.put(`${path}/subscriptions`, { scopes: ['kyc.addresses', 'kyc.parents'] }, 1)
  const { json } = await owner.post(`${path}/applications`, {
    ...{ name: 'Shop', scopes: ['kyc.addresses', 'kyc.parents'] },
  })
  expect((await owner.put(`${path}/subscriptions`, { scopes: ['kyc.parents'] }, 2)).status).toBe(200)
  expect((await owner.get(`${path}/applications/${json.id}`)).json).toMatchObject({
    ...{ scopes: ['kyc.parents'], scopes_in_force: ['kyc.parents'], version: 2 },
  })
})

const withTwoScopes = async () => {
  const made = await bank()
  const scopes = ['kyc.addresses', 'kyc.parents']
  await made.owner.put(`${made.path}/subscriptions`, { scopes }, 1)
  const { json } = await made.owner.post(`${made.path}/applications`, { name: 'Shop', scopes })
  const end = (version = 2) =>
    made.owner.put(`${made.path}/subscriptions`, { scopes: ['kyc.parents'] }, version)
  const selected = async () =>
    (await ofApplication(world.rows, 'applications', json.id)).rows[0].selected_scopes
  return { ...made, application: `${made.path}/applications/${json.id}`, scopes, end, selected }
}
const ending = async (id: string) =>
  (await homeOf(world).query('select scope from ended_subscriptions where organization_id = $1', [id])).rows

test('the end of a subscription is committed in home before it waits for the turn of the cell', async () => {
  const { id, end, selected } = await withTwoScopes()
  const other = await world.appRows.connect()
  await other.query('begin')
  await holdActs(other, id)
  const answer = end()
  await expect.poll(() => ending(id)).toEqual([{ scope: 'kyc.addresses' }])
  const subscribed = 'select scope from organization_subscriptions where organization_id = $1'
  expect((await homeOf(world).query(subscribed, [id])).rows).toEqual([{ scope: 'kyc.parents' }])
  await other.query('rollback')
  other.release()
  expect((await answer).status).toBe(200)
  expect([await ending(id), await selected()]).toEqual([[], ['kyc.parents']])
})

test('a scope that a killed process did not take from the cell is taken later, and not subscribed again before', async () => {
  const { owner, id, path, scopes, end, selected } = await withTwoScopes()
  const { places } = cellOf(world)
  await world.rows.query(`alter table applications add constraint none check (version < 2) not valid`)
  expect((await end()).status).toBe(200)
  await world.rows.query(`alter table applications drop constraint none`)
  expect([await ending(id), await selected()]).toEqual([[{ scope: 'kyc.addresses' }], scopes])
  expect((await owner.put(`${path}/subscriptions`, { scopes }, 3)).status).toBe(503)

  cellOf(world).setAway(true)
  await endScopes({ pool: world.platform.pool, places })
  expect(await ending(id)).toHaveLength(1)
  expect((await end(3)).status).toBe(503)
  cellOf(world).setAway(false)
  await endScopes({ pool: world.platform.pool, places })
  expect([await ending(id), await selected()]).toEqual([[], ['kyc.parents']])
  expect((await owner.put(`${path}/subscriptions`, { scopes }, 3)).status).toBe(200)
  expect(await selected()).toEqual(['kyc.parents'])
})

/** A worker whose turn in the cell comes late. `meanwhile`: what happens after it has read its list, in or after its turn. */
const endScopesLate = (meanwhile: { before?(): Promise<unknown>; after?(): Promise<unknown> }) => {
  const places: Places<{ cell: ActCell }> = {
    ...cellOf(world).places,
    all: () =>
      cellOf(world)
        .places.all()
        .map(({ name, cell: context }) => {
          if (!context) throw new Error('the cell is away')
          const { cell } = context
          const transaction: ActCell['transaction'] = async (work, id) => {
            await meanwhile.before?.()
            const result = await cell.transaction(work, id)
            await meanwhile.after?.()
            return result
          }
          return { name, cell: { cell: { ...cell, transaction } } }
        }),
  }
  return endScopes({ pool: world.platform.pool, places })
}
const endWithoutCell = async (made: Awaited<ReturnType<typeof withTwoScopes>>) => {
  await world.rows.query(`alter table applications add constraint none check (version < 2) not valid`)
  expect((await made.end()).status).toBe(200)
  await world.rows.query(`alter table applications drop constraint none`)
}

test('a worker whose list is old takes no scope that was subscribed and selected again meanwhile', async () => {
  const made = await withTwoScopes()
  await endWithoutCell(made)
  const { owner, path, scopes, selected, application } = made
  await endScopesLate({
    async before() {
      await endScopes({ pool: world.platform.pool, places: cellOf(world).places })
      expect((await owner.put(`${path}/subscriptions`, { scopes }, 3)).status).toBe(200)
      expect((await owner.patch(application, { scopes }, 2)).status).toBe(200)
    },
  })
  expect(await selected()).toEqual(scopes)
})

test('a worker that is done does not forget a later end of the same subscription', async () => {
  const made = await withTwoScopes()
  await endWithoutCell(made)
  await endScopesLate({
    after: () =>
      homeOf(world).query(`update ended_subscriptions set ended_at = ended_at + interval '1 second'`),
  })
  expect(await ending(made.id)).toEqual([{ scope: 'kyc.addresses' }])
  await endScopes({ pool: world.platform.pool, places: cellOf(world).places })
  expect(await ending(made.id)).toEqual([])
})

test('a scope that the release before has subscribed again stays, and its subscription ends later', async () => {
  const made = await withTwoScopes()
  const { id, scopes, end, selected } = made
  const left = () =>
    homeOf(world).query(
      `insert into ended_subscriptions (organization_id, scope, ended_at) values ($1, 'kyc.addresses', now())`,
      [id],
    )
  await left()
  await endScopes({ pool: world.platform.pool, places: cellOf(world).places })
  expect([await ending(id), await selected()]).toEqual([[], scopes])
  await left()
  expect((await end()).status).toBe(200)
  expect([await ending(id), await selected()]).toEqual([[], ['kyc.parents']])
})

test('scopes of an ended subscription are taken in home, where the organization has come back', async () => {
  const { id, end, selected } = await withTwoScopes()
  await homeOf(world).query(
    `insert into ended_subscriptions (organization_id, scope, ended_at) values ($1, 'kyc.addresses', now())`,
    [id],
  )
  await homeOf(world).query('delete from placed_organizations where organization_id = $1', [id])
  await endScopes({ pool: world.platform.pool, places: cellOf(world).places })
  expect([await ending(id), await selected()]).toEqual([[], ['kyc.addresses', 'kyc.parents']])
  expect((await end()).status).toBe(200)
})
