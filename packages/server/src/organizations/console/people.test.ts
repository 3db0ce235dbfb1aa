import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

test('a stranger registers, confirms by mail, signs in and reads the own account', async () => {
  const browser = world.browser()
  const email = 'Amina@Example.cd'
  const registration = { email, password: 'kalamu-ya-buluu-57', name: 'Amina', language: 'fr' }
  const asked = await browser.post('/registrations', registration)
  expect([asked.status, asked.json]).toEqual([202, { status: 'accepted' }])
  expect((await browser.post('/session', { email, password: registration.password })).status).toBe(401)
  const token = await world.newest('amina@example.cd')
  expect((await browser.post('/registrations/confirm', { token })).json).toEqual({ status: 'confirmed' })
  expect((await browser.post('/registrations/confirm', { token })).json).toMatchObject({
    error: 'invalid_request',
    field: 'token',
  })
  const signedIn = await browser.post('/session', { email, password: registration.password })
  expect(signedIn.json).toEqual({ status: 'signed_in', methods: [], passkey_options: null })
  expect(signedIn.headers.getSetCookie()[0]).toMatch(
    /^nani_console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  )
  expect((await browser.get('/me')).json).toMatchObject({
    ...{ object: 'person', email: 'amina@example.cd', name: 'Amina', language: 'fr', organizations: [] },
    second_factor: { totp: false, passkeys: [], recovery_codes_left: 0 },
  })
})

test('a person with TOTP gives it at each sign-in', async () => {
  const person = await world.signUp()
  expect(person.secret).not.toBeNull()
  const other = world.browser()
  const begun = await other.post('/session', { email: person.email, password: person.password })
  expect(begun.json).toMatchObject({ status: 'second_factor', methods: ['totp', 'recovery_code'] })
  expect((await other.get('/me')).json).toMatchObject({ error: 'not_signed_in' })
})

test('an organization has its Owner, and a stranger to it gets not_found', async () => {
  const owner = await world.signUp()
  const made = await owner.post('/organizations', {
    name: 'Banque du Fleuve',
    rccm: 'CD/KNG/RCCM/00-B-00001',
  })
  expect([made.status, made.json]).toMatchObject([201, { status: 'pending', roles: ['owner'], version: 1 }])
  const path = `/organizations/${made.json.id}`
  expect((await owner.get(path)).json).toEqual(made.json)
  const stranger = await world.signUp()
  const foreign = await stranger.get(path)
  const missing = await stranger.get('/organizations/org_none')
  expect({ ...foreign.json, request_id: '' }).toEqual({ ...missing.json, request_id: '' })
  expect(foreign.status).toBe(404)
})

test('the description is sent compressed to a client that reads gzip, and plain to any other one', async () => {
  const read = async (encoding: string) => {
    const answer = await fetch(`${world.url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } })
    return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
  }
  const plain = await read('identity')
  expect(plain.encoding).toBeNull()
  expect(await read('gzip, br')).toEqual({ encoding: 'gzip', text: plain.text })
  expect((await read('gzip;q=0')).encoding).toBeNull()
})
