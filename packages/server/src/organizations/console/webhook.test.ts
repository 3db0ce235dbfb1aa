import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
const received: string[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.push(body)
    response.writeHead(204).end()
  })
})
let hook = ''
beforeAll(async () => {
  world = await startConsole()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await world.stop()
})

const rccm = 'CD/KNG/RCCM/00-B-00001'
const withApplication = async () => {
  const owner = await world.signUp()
  const { json: organization } = await owner.post('/organizations', { name: 'Banque', rccm })
  const path = `/organizations/${organization.id}/applications`
  const { json } = await owner.post(path, { name: 'Shop' })
  return { owner, sandbox: `${path}/${json.id}`, production: `${path}/${json.counterpart?.id}` }
}

test('an endpoint is set, tested, changed by its version, and removed', async () => {
  const { owner, sandbox } = await withApplication()
  expect((await owner.get(`${sandbox}/webhook`)).status).toBe(404)
  const set = await owner.put(`${sandbox}/webhook`, { url: hook, event_types: ['job.completed'] })
  expect(set.json).toMatchObject({ url: hook, event_types: ['job.completed'], version: 1 })
  expect(set.headers.get('etag')).toBe('"1"')
  const tested = await owner.post(`${sandbox}/webhook/test`, { type: 'job.completed' })
  expect(tested.json).toMatchObject({ delivered: true, status: 204 })
  expect(JSON.parse(received.at(-1) ?? '')).toMatchObject({
    type: 'job.completed',
    data: { object: { test: true } },
  })
  expect((await owner.put(`${sandbox}/webhook`, { url: hook })).status).toBe(400)
  expect((await owner.put(`${sandbox}/webhook`, { url: hook }, 7)).json).toMatchObject({
    error: 'changed_meanwhile',
    current: { version: 1 },
  })
  expect((await owner.put(`${sandbox}/webhook`, { url: hook }, 1)).json).toMatchObject({
    version: 2,
    event_types: null,
  })
  expect((await owner.get(`${sandbox}/deliveries`)).json).toEqual({
    object: 'list',
    data: [],
    next_cursor: null,
  })
  expect((await owner.get(`${sandbox}/events`)).json).toEqual({ object: 'list', data: [], next_cursor: null })
  expect((await owner.post(`${sandbox}/events/evt_none/resend`)).status).toBe(404)
  expect(
    (await owner.post(`${sandbox}/events/replay`, { since: '2026-01-01T00:00:00Z' })).json,
  ).toMatchObject({ scheduled: 0 })
  expect((await owner.delete(`${sandbox}/webhook`)).status).toBe(204)
  expect((await owner.get(`${sandbox}/webhook`)).status).toBe(404)
})

test('an address of production is public, needs a fresh second factor, and is reported by mail', async () => {
  const { owner, production, sandbox } = await withApplication()
  expect((await owner.put(`${production}/webhook`, { url: hook })).json).toMatchObject({ field: 'url' })
  const url = 'https://hooks.example.cd/nani'
  expect((await owner.put(`${production}/webhook`, { url })).status).toBe(200)
  expect((await world.mails())[0]).toMatchObject({
    to: owner.email,
    subject: 'The webhook of production changed',
  })
  world.platform.clock.advance(6 * 60_000)
  expect((await owner.put(`${production}/webhook`, { url }, 1)).json).toMatchObject({
    error: 'second_factor_required',
    methods: ['totp', 'recovery_code'],
  })
  expect((await owner.put(`${sandbox}/webhook`, { url: hook })).status).toBe(200)
})
