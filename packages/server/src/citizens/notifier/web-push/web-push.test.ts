import { createPublicKey } from 'node:crypto'
import type { Notice } from '@nani/contract'
import { jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PushWorld, startPushWorld } from '../testing/push-world.ts'
import { takeDue, writeMessages } from './message-rows.ts'

let world: PushWorld
beforeAll(async () => {
  world = await startPushWorld(30)
})
afterAll(() => world.stop())
afterEach(() => world.stopProcesses())
beforeEach(async () => {
  await world.pool.query('delete from push_messages')
  world.service.received.length = 0
  world.service.answers.clear()
})

const signIn: Notice = {
  kind: 'sign_in',
  id: '01A.01B',
  application: 'Banque du Fleuve',
  scopes: ['openid', 'profile', 'svc:kyc.religion'],
}
/** A device, and a process that sent it a message. The push service accepted it, or answered with this status. */
const pushed = async ({ status, host }: { status?: number; host?: string } = {}) => {
  const device = await world.subscribed(host)
  if (status !== undefined) world.service.answers.set(device.path, status)
  const process = world.openProcess()
  await process.notify([world.addressed(device, signIn)])
  await process.idle()
  return { device, process }
}

const receivedBy = (path: string) => world.service.received.filter((one) => one.path === path)

test('a browser opens the message, and the push service learns neither its text nor what it is about', async () => {
  const { device, process } = await pushed()
  const [push] = receivedBy(device.path)
  expect(JSON.parse(device.decrypt(push?.body as Buffer).content)).toEqual(signIn)
  expect(push?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '60',
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(push?.body.includes('Banque')).toBe(false)
  expect(process.outcomes).toEqual(['sent'])
  expect(await world.waiting(device)).toEqual([])
})

test('the installation names itself to the push service with the key of the subscription', async () => {
  const { device } = await pushed()
  const [, token = '', key = ''] =
    /^vapid t=(.+), k=(.+)$/.exec(receivedBy(device.path)[0]?.headers.authorization ?? '') ?? []
  expect(key).toBe(world.vapid.publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const audience = `http://push.example:${world.service.port}`
  const { payload } = await jwtVerify(token, publicKey, { audience })
  expect(payload.sub).toBe('mailto:operator@example.org')
})

test('of several processes one sends, however often they look', async () => {
  const device = await world.subscribed()
  const processes = Array.from({ length: 4 }, () => world.openProcess())
  const notices = Array.from({ length: 15 }, (_, index) =>
    world.addressed(device, { ...signIn, id: `01A.${index}` }),
  )
  await processes[0]?.notify(notices)
  for (const process of processes) process.wake()
  await Promise.all(processes.map(({ idle }) => idle()))
  const contents = receivedBy(device.path).map(({ body }) => JSON.parse(device.decrypt(body).content).id)
  expect(contents.toSorted()).toEqual(notices.map((_, index) => `01A.${index}`).toSorted())
})

test('what one process is taking, no other takes, also before it has committed', async () => {
  const device = await world.subscribed()
  const message = { citizen: device.session.citizen, deviceId: device.id, notice: signIn, notBefore: null }
  await writeMessages(world.pool, [message], world.vault)
  const first = await world.pool.connect()
  try {
    await first.query('begin')
    expect(await takeDue(first, world.vault, 32)).toHaveLength(1)
    expect(await takeDue(world.pool, world.vault, 32)).toEqual([])
    await first.query('commit')
  } finally {
    first.release()
  }
  expect(await takeDue(world.pool, world.vault, 32)).toEqual([])
})

test('every device of the citizen gets the message, and no other citizen does', async () => {
  const [device, stranger] = [await world.subscribed(), await world.subscribed()]
  const second = await world.enrolAgain(device)
  const process = world.openProcess()
  await process.notify([world.addressed(device, signIn)])
  await process.idle()
  expect([device, second, stranger].map(({ path }) => receivedBy(path).length)).toEqual([1, 1, 0])
})

test.each([404, 410])(
  'a subscription that the push service no longer knows is removed: %i',
  async (status) => {
    const { device, process } = await pushed({ status })
    expect(await world.subscriptionOf(device)).toBeUndefined()
    expect(await world.waiting(device)).toEqual([])
    await process.notify([world.addressed(device, { kind: 'access' })])
    await process.idle()
    expect(receivedBy(device.path)).toHaveLength(1)
  },
)

test.each([429, 500, 503])(
  'an attempt that failed with %i is repeated later with the same topic',
  async (status) => {
    const { device, process } = await pushed({ status })
    process.wake()
    await process.idle()
    expect(process.outcomes).toEqual(['failed'])
    expect(String(process.errors[0])).toContain(String(status))
    world.service.answers.delete(device.path)
    await world.makeDue()
    process.wake()
    await process.idle()
    expect(process.outcomes).toEqual(['failed', 'sent'])
    const [first, second] = receivedBy(device.path)
    expect(second?.headers.topic).toBe(first?.headers.topic)
    expect(second?.body.equals(first?.body as Buffer)).toBe(false)
  },
)

test.each([400, 403, 413, 307])(
  'a message that is refused with %i is given up; the subscription stays',
  async (status) => {
    const { device, process } = await pushed({ status })
    expect(process.outcomes).toEqual(['refused'])
    expect(await world.waiting(device)).toEqual([])
    expect(await world.subscriptionOf(device)).toBeDefined()
    expect(String(process.errors)).not.toContain(device.path)
  },
)

test('a revoked device gets nothing, also not what already waited', async () => {
  const { device, process } = await pushed({ status: 503 })
  await world.devices.revoke(device.session.citizen, device.id)
  world.service.answers.clear()
  await world.makeDue()
  await process.notify([world.addressed(device, { kind: 'access' })])
  process.wake()
  await process.idle()
  expect(receivedBy(device.path)).toHaveLength(1)
  expect(await world.waiting(device)).toEqual([])
})

test('a message that came too late is not sent', async () => {
  const { device, process } = await pushed({ status: 503 })
  await world.pool.query('update push_messages set expires_at = now(), next_attempt_at = now()')
  process.wake()
  await process.idle()
  expect(receivedBy(device.path)).toHaveLength(1)
  expect(await world.waiting(device)).toEqual([])
})

test('a name that now leads into the network is never called, and its subscription is removed', async () => {
  world.addresses.set('moved.example', ['10.0.0.7'])
  const { device, process } = await pushed({ host: 'moved.example' })
  expect(process.outcomes).toEqual(['gone'])
  expect(world.service.received).toEqual([])
  expect(await world.subscriptionOf(device)).toBeUndefined()
})

test('a name that cannot be resolved now is tried again', async () => {
  const { device, process } = await pushed({ host: 'away.example' })
  expect(process.outcomes).toEqual(['failed'])
  expect(await world.subscriptionOf(device)).toBeDefined()
})

test('a push service that never answers does not hold up another one', async () => {
  const [slow, quick] = [await world.subscribed(), await world.subscribed()]
  world.service.answers.set(slow.path, 'hang')
  const process = world.openProcess()
  await process.notify([world.addressed(slow, signIn)])
  await world.service.arrived(1)
  await process.notify([world.addressed(quick, signIn)])
  await world.service.arrived(2)
  expect(receivedBy(quick.path)).toHaveLength(1)
})

test('a device has at most twenty messages that wait, and one about each topic', async () => {
  const device = await world.subscribed()
  world.service.answers.set(device.path, 503)
  const process = world.openProcess()
  for (let index = 0; index < 30; index++)
    await process.notify([world.addressed(device, { ...signIn, id: `01A.${index}` })])
  await process.notify([world.addressed(device, { ...signIn, id: '01A.0' })])
  await process.idle()
  expect(await world.waiting(device)).toHaveLength(20)
})

test('the database has neither the text of a message nor the address of a subscription', async () => {
  const { device } = await pushed({ status: 503 })
  const { rows } = await world.pool.query('select * from citizen_devices where device_id = $1', [device.id])
  const stored = [...rows, ...(await world.waiting(device))].flatMap((row) => Object.values(row))
  const texts = stored.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
  expect(texts.join('\n')).not.toMatch(/Banque|religion|push\.example/)
})
