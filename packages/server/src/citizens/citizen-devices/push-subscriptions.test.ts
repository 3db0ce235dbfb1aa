import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCitizen } from '../../testing/citizen.ts'
import { openDevices } from '../../testing/devices/citizen-devices.ts'
import type { PushSubscription } from './push-subscriptions.ts'

const numbers = Array.from({ length: 16 }, (_, index) => `COD-3333-0000-${String(index).padStart(4, '0')}`)
let world: Awaited<ReturnType<typeof openDevices>>
let used = 0
beforeAll(async () => {
  world = await openDevices(numbers.map((svcId) => testCitizen({ svc_id: svcId })))
})
afterAll(() => world.stop())

const enrol = () => world.enrol(numbers[used++] as string)
type Device = Awaited<ReturnType<typeof enrol>>
let addresses = 0
const newSubscription = (): PushSubscription => ({
  endpoint: `https://push.example/${++addresses}`,
  ...{ p256dh: 'key', auth: 'secret' },
})
const stored = async ({ id, session }: Device) => {
  const { push } = world.devices
  return (await push.read([{ citizen: session.citizen, deviceId: id }])).get(id)
}

test('a device has one subscription: a new one takes its place', async () => {
  const device = await enrol()
  expect(await world.devices.push.has(device.session)).toBe(false)
  await world.devices.push.write(device.session, newSubscription())
  const second = newSubscription()
  await world.devices.push.write(device.session, second)
  expect(await stored(device)).toEqual(second)
  expect(await world.devices.push.has(device.session)).toBe(true)
})

test('a browser whose device was replaced reports to the new device alone', async () => {
  const [former, present] = [await enrol(), await enrol()]
  const subscription = newSubscription()
  await world.devices.push.write(former.session, subscription)
  await world.devices.push.write(present.session, subscription)
  expect([await stored(former), await stored(present)]).toEqual([undefined, subscription])
})

test('of two devices that claim one address at the same time, one has it', async () => {
  const devices = [await enrol(), await enrol(), await enrol()]
  const subscription = newSubscription()
  await Promise.all(devices.map(({ session }) => world.devices.push.write(session, subscription)))
  const found = await Promise.all(devices.map(stored))
  expect(found.filter((one) => one !== undefined)).toEqual([subscription])
})

test('the revocation of a device erases its subscription', async () => {
  const device = await enrol()
  await world.devices.push.write(device.session, newSubscription())
  await world.devices.revoke(device.session.actor, device.id)
  expect(await stored(device)).toBeUndefined()
  const { rows } = await world.pool.query(
    'select sealed_push, push_hash from citizen_devices where device_id = $1',
    [device.id],
  )
  expect(rows).toEqual([{ sealed_push: null, push_hash: null }])
})

test('a device that was revoked meanwhile gets no subscription', async () => {
  const device = await enrol()
  await world.devices.revoke(device.session.actor, device.id)
  await expect(world.devices.push.write(device.session, newSubscription())).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await stored(device)).toBeUndefined()
})

test('what a push service no longer knows is forgotten, but not what took its place', async () => {
  const device = await enrol()
  const own = { citizen: device.session.citizen, deviceId: device.id }
  const [before, after] = [newSubscription(), newSubscription()]
  await world.devices.push.write(device.session, after)
  await world.devices.push.forget(own, before)
  expect(await stored(device)).toEqual(after)
  await world.devices.push.forget(own, after)
  expect(await stored(device)).toBeUndefined()
})

test('only the devices of the citizen and of the environment take messages', async () => {
  const [device, silent, other] = [await enrol(), await enrol(), await enrol()]
  for (const one of [device, other]) await world.devices.push.write(one.session, newSubscription())
  const { pool, devices } = world
  const citizens = [device.session.citizen, silent.session.citizen]
  const found = await devices.push.devicesOf(pool, citizens, 'production')
  expect(found).toEqual([{ citizen: device.session.citizen, deviceId: device.id }])
  expect(await devices.push.devicesOf(pool, citizens, 'sandbox')).toEqual([])
})

test('a device turns its own subscription off', async () => {
  const [device, other] = [await enrol(), await enrol()]
  for (const one of [device, other]) await world.devices.push.write(one.session, newSubscription())
  await world.devices.push.remove(device.session)
  expect([await stored(device), typeof (await stored(other))]).toEqual([undefined, 'object'])
})
