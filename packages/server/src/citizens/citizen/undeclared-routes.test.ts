import { Validator } from '@seriousme/openapi-schema-validator'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OriginWorld, startOrigin } from './testing/origin-world.ts'
import { namesOf, requireDeclarations, undeclaredRoutes } from './undeclared-routes.ts'

let world: OriginWorld
beforeAll(async () => {
  world = await startOrigin()
})
afterAll(() => world?.stop())

const named = (isDeclared: boolean): string[] => {
  const routes = world.routes.filter(({ config }) => (config?.act !== undefined) === isDeclared)
  return [...new Set(routes.flatMap(namesOf))].toSorted()
}

test('every route of the origin has a declaration, except those that are listed with a reason', () => {
  expect(named(false)).toEqual(Object.keys(undeclaredRoutes).toSorted())
  expect(named(true).length).toBeGreaterThan(30)
})

test('a route without a declaration stops the start', async () => {
  const app = fastify()
  requireDeclarations(app)
  const planted = async () => {
    app.register(async (api) => void api.get('/me/planted', async () => ({})), { prefix: '/api' })
    await app.ready()
  }
  await expect(planted()).rejects.toThrow('the route GET /api/me/planted has no declaration')
})

test('the document of the API is valid, and describes every operation of the origin', async () => {
  const { text } = await world.send('GET', '/openapi.json', null)
  const document = JSON.parse(text) as { paths: Record<string, Record<string, object>> }
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(described.toSorted()).toEqual(named(true))
  // What the surface exchanges in a cookie is in no body.
  expect(text).not.toMatch(/session_secret|client_address/)
})
