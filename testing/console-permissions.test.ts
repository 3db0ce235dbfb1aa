import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ConsoleWorld,
  startConsole,
} from '../packages/server/src/organizations/console/testing/console-world.ts'
import { permissions } from '../packages/web/src/console/permissions.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world?.stop())

type Described = { 'x-nani-permission'?: { roles?: string[] } }

const pathOf = (short: string): string =>
  short.replace(/^A/, 'O/applications/{application_id}').replace(/^O/, '/organizations/{organization_id}')

test('the pages offer an operation to the roles that the description of the API names', async () => {
  const { json } = await world.browser().get('/openapi.json')
  const { paths } = json as unknown as { paths: Record<string, Record<string, Described>> }
  const described = Object.keys(permissions).map((operation) => {
    const [method = '', path = ''] = operation.split(' ')
    return [operation, paths[pathOf(path)]?.[method.toLowerCase()]?.['x-nani-permission']?.roles]
  })
  expect(Object.fromEntries(described)).toEqual(permissions)
})
