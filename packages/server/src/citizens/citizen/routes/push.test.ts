import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCitizen } from '../../../testing/citizen.ts'
import { openDevices } from '../../../testing/citizen-devices.ts'
import type { PushOffer } from '../../notifier/index.ts'
import { startApi } from '../testing/api-server.ts'
import { pushRoutes } from './push.ts'

const people = ['COD-6666-0000-3001', 'COD-6666-0000-3002', 'COD-6666-0000-3003', 'COD-6666-0000-3004']
/** The rules for subscriptions have their own test. */
const offer: PushOffer = {
  publicKey: 'BKey',
  readSubscription: ({ endpoint, keys }) =>
    endpoint.startsWith('https://push.example/') ? { endpoint, ...keys } : null,
}
const subscription = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  expirationTime: null,
  keys: { p256dh: 'key', auth: 'secret' },
})

let world: Awaited<ReturnType<typeof openDevices>>
const servers: Awaited<ReturnType<typeof startApi>>[] = []
const start = async (push: PushOffer) => {
  const server = await startApi(world.devices, { open: [], signedIn: [pushRoutes(push)] })
  servers.push(server)
  return server
}
let server: (typeof servers)[0]
beforeAll(async () => {
  world = await openDevices(people.map((svcId) => testCitizen({ svc_id: svcId })))
  server = await start(offer)
})
afterAll(async () => {
  for (const one of servers) await one.stop()
  await world.stop()
})

const enrol = async () => {
  const device = await world.enrol(people.shift() as string)
  const send = (method: string, path: string, body?: object, to = server) =>
    to.send(path, {
      method,
      headers: { cookie: `nani_citizen=${device.secret}` },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
  return { ...device, send }
}

test('a device reads the key, subscribes and unsubscribes', async () => {
  const { send } = await enrol()
  expect((await send('GET', '/push/key')).json).toEqual({ public_key: 'BKey', subscribed: false })
  expect((await send('PUT', '/push', { subscription: subscription('a') })).status).toBe(200)
  expect((await send('GET', '/push/key')).json).toEqual({ public_key: 'BKey', subscribed: true })
  expect((await send('DELETE', '/push')).status).toBe(200)
  expect((await send('GET', '/push/key')).json).toMatchObject({ subscribed: false })
})

test.each([
  {},
  { subscription: null },
  { subscription: { endpoint: 'https://push.example/a' } },
  { subscription: { ...subscription('a'), endpoint: 'https://10.0.0.7/a' } },
  { subscription: { ...subscription('a'), endpoint: `https://push.example/${'x'.repeat(3_000)}` } },
  { subscription: { ...subscription('a'), keys: { p256dh: 'x'.repeat(200), auth: 'secret' } } },
])('another subscription is refused: %j', async (body) => {
  shared ??= await enrol()
  expect(await shared.send('PUT', '/push', body)).toMatchObject({
    status: 400,
    json: { error: 'invalid_request' },
  })
  expect((await shared.send('GET', '/push/key')).json).toMatchObject({ subscribed: false })
})
let shared: Awaited<ReturnType<typeof enrol>> | undefined

test('a device whose session ended, or that was revoked, subscribes no more', async () => {
  const device = await enrol()
  await world.devices.revoke(device.session.citizen, device.id)
  const answer = await device.send('PUT', '/push', { subscription: subscription('revoked') })
  expect(answer).toMatchObject({ status: 401, json: { error: 'not_signed_in' } })
  expect((await server.send('/push/key')).status).toBe(401)
})

test('an installation without notifications has none of the paths', async () => {
  const { send } = await enrol()
  const without = await start(null)
  for (const [method, path] of [
    ['GET', '/push/key'],
    ['PUT', '/push'],
    ['DELETE', '/push'],
  ] as const)
    expect(await send(method, path, { subscription: subscription('none') }, without)).toMatchObject({
      status: 404,
      json: { error: 'not_found' },
    })
})
