import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskWorld, startDesk } from '../packages/server/src/desk/desk-surface/testing/desk-world.ts'
import { operations } from '../packages/web/src/desk/operations.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDesk()
})
afterAll(() => world?.stop())

type Described = { 'x-nani-permission'?: { roles?: string[] } }

test('the pages of the desk offer an operation to the roles that the description of the API names', async () => {
  const { json } = await world.browser().get('/openapi.json')
  const { paths } = json as unknown as { paths: Record<string, Record<string, Described>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-nani-permission': permission }]) =>
      permission?.roles ? [[`${method.toUpperCase()} ${path}`, permission.roles] as const] : [],
    ),
  )
  expect(operations).toEqual(Object.fromEntries(described))
})
