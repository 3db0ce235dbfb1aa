import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind } from '../../gateway/acts/index.ts'
import { type AccessWorld, startAccessWorld } from '../../testing/access-world.ts'
import { accessActs, accessReadings } from '../accesses/index.ts'
import type { CitizenSession } from '../citizen-devices/index.ts'
import { startApi } from './testing/api-server.ts'

const svcId = 'COD-6666-0000-0001'
const otherId = 'COD-6666-0000-0002'
const secrets: Readonly<Record<string, string>> = { [svcId]: 'a'.repeat(43), [otherId]: 'b'.repeat(43) }
const sessionOf = (id: string): CitizenSession => ({
  actor: { kind: 'citizen', svcId: id, environment: 'production', deviceId: 'dev_1' },
  environment: 'production',
  citizen: Buffer.alloc(32),
  device: { id: 'dev_1', name: 'Phone', kind: 'webcrypto' },
})

let world: AccessWorld
let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  world = await startAccessWorld()
  const readSession = async (given: string | null) => {
    const found = Object.entries(secrets).find(([, secret]) => secret === given)
    return found ? sessionOf(found[0]) : null
  }
  server = await startApi(bind([...accessReadings, ...accessActs], world.accesses), { readSession })
  await world.read({ svcId, purpose: '=1+1' })
})
afterAll(async () => {
  await server.stop()
  await world.stop()
})

const cookieOf = (id: string) => `nani_citizen=${secrets[id]}`
const get = (path: string, id = svcId) => server.send(path, { headers: { cookie: cookieOf(id) } })
const file = (path: string) => fetch(`${server.origin}/api${path}`, { headers: { cookie: cookieOf(svcId) } })

test('the log, its disputes and its exports need a session', async () => {
  for (const path of ['/accesses', '/accesses/x', '/accesses.csv', '/accesses.pdf', '/disputes'])
    expect(await server.send(path)).toMatchObject({ status: 401, json: { error: 'not_signed_in' } })
})

test('a citizen reads the own log, and no other', async () => {
  expect((await get('/accesses')).json).toMatchObject({ entries: [{ organization: 'Banque' }] })
  expect((await get('/accesses', otherId)).json).toEqual({ entries: [], next_cursor: null })
})

test('a citizen reads one entry of the own log; the entry of another citizen does not exist', async () => {
  const [entry] = ((await get('/accesses')).json as { entries: { id: string }[] }).entries
  expect(await get(`/accesses/${entry?.id}`)).toMatchObject({ status: 200, json: entry })
  for (const answer of [await get(`/accesses/${entry?.id}`, otherId), await get('/accesses/x')])
    expect(answer).toMatchObject({ status: 404, json: { error: 'not_found' } })
})

test.each([
  '/accesses?service=aml_screening',
  '/accesses?cursor=x',
  '/accesses?from=a&from=b',
  '/accesses?limit=x',
])('a wrong filter is a fault of the request: %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})

test('the exports are files', async () => {
  const csv = await file('/accesses.csv')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="nani-accesses.csv"')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await csv.text()).toContain(`,'=1+1,`)
  const pdf = await file('/accesses.pdf?lang=en')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
})

test.each(['/accesses.csv', '/accesses.pdf'])(
  'of many exports at the same time a few are made: %s',
  async (path) => {
    const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await file(path)).status))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
    expect((await file(path)).status).toBe(200)
  },
)

test('a citizen disputes an own entry; the entry of another citizen does not exist', async () => {
  const { entries } = (await get('/accesses')).json as { entries: { id: string }[] }
  const id = entries[0]?.id ?? ''
  const send = (who: string, text: unknown) =>
    server.send(`/accesses/${id}/disputes`, {
      method: 'POST',
      headers: { cookie: cookieOf(who) },
      body: JSON.stringify({ text }),
    })
  expect(await send(otherId, 'x')).toMatchObject({ status: 404, json: { error: 'not_found' } })
  expect(await send(svcId, '')).toMatchObject({ status: 400 })
  expect(await send(svcId, 'Je ne les connais pas.')).toMatchObject({ status: 201, json: { status: 'open' } })
  expect((await get('/disputes')).json).toMatchObject({
    disputes: [{ text: 'Je ne les connais pas.', access: { id }, answer: null }],
  })
})
