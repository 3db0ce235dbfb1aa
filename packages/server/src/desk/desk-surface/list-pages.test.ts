import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTopUp } from '../../money/invoicing/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** Every list of the desk has the pages of the console: a limit, and a cursor that is bound to its list, filters and reader. */

let world: DeskWorld
let everyone: DeskPerson
let other: DeskPerson
let path: string
const made: string[] = []
beforeAll(async () => {
  world = await startDesk()
  everyone = await world.enrol(['supervisor', 'auditor'])
  other = await world.enrol(['supervisor', 'auditor'])
  const { owner } = await submittedReview(world, everyone, {})
  path = `/billing/organizations/${owner.organization}`
  const needs = { ...world.platform, oneAccountMayBeTwo: false }
  for (let count = 0; count < 5; count++) {
    const topUp = await requestTopUp(
      machine,
      { organization_id: owner.organization, amount: 10_000_000 },
      needs,
    )
    made.unshift(topUp.id)
    world.platform.clock.advance(1)
  }
})
afterAll(() => world.stop())

type Described = { operationId: string; parameters?: { in: string; name: string }[] }
const listsOfDesk = async (): Promise<string[]> => {
  const { json } = await everyone.get('/openapi.json')
  const { paths } = json as unknown as { paths: Record<string, { get?: Described }> }
  const fixed = ['/lists', '/search', '/queue', '/audit/export']
  return Object.entries(paths).flatMap(([route, { get }]) => {
    const answer = JSON.stringify((get as { responses?: object } | undefined)?.responses ?? {})
    const isList = answer.includes('"const":"list"')
    return isList && !fixed.includes(route) ? [route] : []
  })
}

test('each list of the desk takes a limit and a cursor, and refuses others', async () => {
  const routes = await listsOfDesk()
  expect(routes.length).toBeGreaterThan(10)
  for (const route of routes) {
    const address = route
      .replace('{organization_id}', path.split('/')[3] as string)
      .replace('/lists/{id}', '/lists/national')
    const { status, json } = await everyone.get(`${address}?limit=1`)
    expect({ route, status, json }).toMatchObject({ status: 200, json: { object: 'list' } })
    expect(json).toHaveProperty('next_cursor')
    for (const wrong of ['limit=0', 'limit=101', 'cursor=abc', 'unknown=1'])
      expect({ route, wrong, ...(await everyone.get(`${address}?${wrong}`)) }).toMatchObject({
        ...{ status: 400, json: { error: 'invalid_request' } },
      })
  }
})

test('a list that is read as a whole has each row once, also when a row left between its pages', async () => {
  const read = async (by: DeskPerson, query: string) => (await by.get(`${path}/top-ups?${query}`)).json
  const first = await read(everyone, 'limit=2')
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
  const cursor = encodeURIComponent(first.next_cursor as string)
  expect((await read(everyone, `limit=2&cursor=${cursor}`)).data.map(({ id }) => id)).toEqual(
    made.slice(2, 4),
  )
  expect(await other.get(`${path}/top-ups?cursor=${cursor}`)).toMatchObject({
    ...{ status: 400, json: { field: 'cursor' } },
  })
  await world.database.pool.query('delete from billing_topups where topup_id = $1', [made[1]])
  expect((await read(everyone, `limit=3&cursor=${cursor}`)).data.map(({ id }) => id)).toEqual(made.slice(2))
  const invoices = await everyone.get(`${path}/payments?cursor=${cursor}`)
  expect(invoices.status).toBe(400)
})
