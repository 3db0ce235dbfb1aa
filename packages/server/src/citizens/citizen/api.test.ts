import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CitizenSession } from '../citizen-devices/index.ts'
import type { CitizenRoutes } from './api.ts'
import { bodyOf, textField } from './json-body.ts'
import { startApi } from './testing/api-server.ts'

const secret = 'a'.repeat(43)
const session: CitizenSession = {
  actor: { kind: 'citizen', svcId: 'COD-1111-0000-0001' },
  environment: 'production',
  citizen: Buffer.alloc(32),
  device: { id: 'dev_1', name: 'Phone', kind: 'webcrypto' },
}
let changes = 0

const named = bodyOf(Type.Object({ name: textField(20) }))

const open: CitizenRoutes = (app) => {
  app.get('/things/:id', async (request) => request.params)
  app.post('/things', async (request) => named(request))
  app.post('/change', async () => ({ changes: ++changes }))
  app.get('/crash', async () => {
    throw new Error('secret inside')
  })
  app.get('/busy', async () => {
    throw new Refusal('overloaded')
  })
}
const signedIn: CitizenRoutes = (app, api) => {
  app.get('/who', async (request) => ({ who: api.sessionOf(request).actor.svcId }))
  app.post('/photograph', { config: { image: true } }, async () => ({}))
}

let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  const readSession = async (given: string | null) => (given === secret ? session : null)
  server = await startApi({ readSession }, { open: [open], signedIn: [signedIn] })
})
afterAll(() => server.stop())

const cookie = `nani_citizen=${secret}`
const post = (headers: Record<string, string> = {}, body = '{}') =>
  server.send('/change', { method: 'POST', headers, body })

test('a change needs the header of the app, JSON and the own origin', async () => {
  const before = changes
  const strange: Record<string, string>[] = [
    { 'x-nani-app': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const headers of strange)
    expect(await post(headers)).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
  expect(changes).toBe(before)
  expect((await post({ origin: server.origin })).status).toBe(200)
  expect((await post()).status).toBe(200)
})

test('a request of another site gets no permission to send the header', async () => {
  const asked = await fetch(`${server.origin}/api/change`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-nani-app',
    },
  })
  expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  expect(asked.status).toBeGreaterThanOrEqual(400)
})

test('the character U+0000, which the database cannot hold, is in no id and in no text', async () => {
  expect((await server.send('/things/dev_1')).json).toEqual({ id: 'dev_1' })
  expect(await server.send('/things/dev_%001')).toMatchObject({ status: 404, json: { error: 'not_found' } })
  const post = (name: string) => server.send('/things', { method: 'POST', body: JSON.stringify({ name }) })
  expect((await post('Téléphone \n1')).status).toBe(200)
  expect(await post('a\0b')).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})

test('a route for signed-in citizens needs a session', async () => {
  expect(await server.send('/who')).toMatchObject({ status: 401, json: { error: 'not_signed_in' } })
  const strange = await server.send('/who', { headers: { cookie: 'nani_citizen=other' } })
  expect(strange.status).toBe(401)
  const known = await server.send('/who', { headers: { cookie } })
  expect(known.json).toEqual({ who: 'COD-1111-0000-0001' })
})

test('a stranger is refused before the photograph is read', async () => {
  const body = JSON.stringify({ image: 'x'.repeat(1_000_000) })
  expect((await server.send('/photograph', { method: 'POST', body })).status).toBe(401)
  expect((await server.send('/photograph', { method: 'POST', body, headers: { cookie } })).status).toBe(200)
})

test('bodies have bounds, and must be JSON', async () => {
  expect(await post({}, JSON.stringify({ text: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 })
  expect(await post({}, '{')).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})

test('a fault reveals nothing, a busy server asks for another attempt, and an unknown path is not found', async () => {
  const crashed = await server.send('/crash')
  expect(crashed).toMatchObject({ status: 500, json: { error: 'internal_error' } })
  expect(JSON.stringify(crashed.json)).not.toContain('secret')
  expect(server.errors.join()).toContain('internal error')
  expect(await server.send('/busy')).toMatchObject({ status: 503, json: { error: 'busy', retry_after: 1 } })
  expect(await server.send('/nothing')).toMatchObject({ status: 404, json: { error: 'not_found' } })
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('an unknown path is not found: %s', async (method) => {
  // Also before the checks of a change, and before a body is read.
  const strange = { 'x-nani-app': '', 'content-type': 'text/plain' }
  const answer = await server.send('/nothing/at/all', { method, headers: strange })
  expect(answer).toMatchObject({ status: 404, json: { error: 'not_found' } })
})

test('every answer has the time of the server, and is stored nowhere', async () => {
  const { headers } = await server.send('/nothing')
  expect(headers.get('x-server-time')).toBe(String(Date.UTC(2026, 10, 23)))
  expect(headers.get('cache-control')).toBe('no-store')
})
