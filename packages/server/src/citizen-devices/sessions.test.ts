import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCitizen } from '../testing/citizen.ts'
import { app, openDevices, photographOf } from '../testing/citizen-devices.ts'
import { webAuthnDevice, webCryptoDevice } from '../testing/device.ts'
import { DeviceRefused } from './refused.ts'

const people = ['1', '2', '3', '4', '5', '6'].map((digit) => `COD-1111-0000-000${digit}`)
const [amina, bosco, chantal, dede, esther, fiston] = people as [
  string,
  string,
  string,
  string,
  string,
  string,
]
let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  world = await openDevices(people.map((svc_id) => testCitizen({ svc_id })))
})
afterAll(() => world.stop())

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DeviceRefused ? error.refusal.code : error),
  )

test('a device opens a session with its key, and its signature counts once', async () => {
  const device = await world.enrol(amina)
  const { challenge, webauthn } = await world.devices.challenge(device.id, app)
  expect(webauthn).toBeUndefined()
  const signature = device.signature(Buffer.from(challenge, 'base64url'))
  const opened = await world.devices.signIn(device.id, { signature }, app)
  expect(opened.citizen).toMatchObject({ svc_id_masked: 'COD-••••-••••-0001', environment: 'production' })
  expect((await world.devices.readSession(opened.secret))?.device.id).toBe(device.id)
  // A replay of the same signature.
  expect(await refusalOf(world.devices.signIn(device.id, { signature }, app))).toBe('signature_wrong')
})

test('another key, an unknown device and a wrong signature are refused alike, and use up the challenge', async () => {
  const device = await world.enrol(bosco)
  const { challenge } = await world.devices.challenge(device.id, app)
  const bytes = Buffer.from(challenge, 'base64url')
  const forged = webCryptoDevice().signature(bytes)
  expect(await refusalOf(world.devices.signIn(device.id, { signature: forged }, app))).toBe('signature_wrong')
  const late = device.signature(bytes)
  expect(await refusalOf(world.devices.signIn(device.id, { signature: late }, app))).toBe('signature_wrong')
  const unknown = await world.devices.challenge('dev_unknown', app)
  expect(Object.keys(unknown)).toEqual(['challenge'])
  expect(unknown.challenge).toHaveLength(challenge.length)
  expect(await refusalOf(world.devices.signIn('dev_unknown', { signature: forged }, app))).toBe(
    'signature_wrong',
  )
})

test('a passkey opens a session from the origin of the app, and a copy that repeats a count opens none', async () => {
  const { id } = await world.start(fiston)
  await world.devices.checkCode(id, world.lastCode())
  const { challenge } = await world.devices.checkFace(id, photographOf(fiston))
  const passkey = webAuthnDevice(app.origin)
  const { device, secret } = await world.devices.enrol(
    id,
    { name: 'Phone', key: passkey.offer(challenge) },
    app,
  )
  const signInWith = async (from: string, counted?: number) => {
    const asked = Buffer.from((await world.devices.challenge(device.id, app)).challenge, 'base64url')
    return refusalOf(
      world.devices.signIn(device.id, { webauthn: passkey.assertion(asked, from, counted) }, app),
    )
  }
  expect(await signInWith('https://evil.example')).toBe('signature_wrong')
  expect(await signInWith(app.origin, 7)).toBe(null)
  expect(await signInWith(app.origin, 7)).toBe('signature_wrong')
  expect(await signInWith(app.origin, 8)).toBe(null)
  // The count decides also between two signatures at the same time, which both followed the count before.
  const session = await world.devices.readSession(secret)
  if (session === null) throw new Error('the device has no session')
  expect(await world.devices.writeSigned(world.pool, session, 8)).toBe(false)
  expect(await world.devices.writeSigned(world.pool, session, 0)).toBe(false)
  expect(await world.devices.writeSigned(world.pool, session, 9)).toBe(true)
})

test('a revoked device has no session and opens none; the other one stays', async () => {
  const first = await world.enrol(chantal)
  const second = await world.enrol(chantal)
  const listed = await world.devices.list(first.session)
  expect(listed.devices.map(({ id, isThis }) => [id, isThis])).toEqual([
    [second.id, false],
    [first.id, true],
  ])
  await world.devices.revoke(first.session.citizen, second.id)
  expect(await world.devices.readSession(second.secret)).toBeNull()
  expect(await world.devices.readSession(first.secret)).not.toBeNull()
  const { challenge } = await world.devices.challenge(second.id, app)
  const signature = second.signature(Buffer.from(challenge, 'base64url'))
  expect(await refusalOf(world.devices.signIn(second.id, { signature }, app))).toBe('signature_wrong')
  expect(await refusalOf(world.devices.revoke(first.session.citizen, second.id))).toBe('not_found')
})

test('a new device is reported to the others until they confirm it', async () => {
  const first = await world.enrol(dede)
  const second = await world.enrol(dede)
  const unseen = async () => (await world.devices.list(first.session)).unseen.map(({ id }) => id)
  expect(await unseen()).toEqual([second.id])
  expect((await world.devices.list(second.session)).unseen).toEqual([])
  await world.devices.confirmNotices(first.session)
  expect(await unseen()).toEqual([])
})

test('no citizen revokes the device of another', async () => {
  const device = await world.enrol(esther)
  const other = await world.enrol(amina)
  expect(await refusalOf(world.devices.revoke(other.session.citizen, device.id))).toBe('not_found')
  expect(await world.devices.readSession(device.secret)).not.toBeNull()
})

test('a session that has ended, a cookie of another form and a session that was closed are none', async () => {
  const device = await world.enrol(bosco)
  expect(await world.devices.readSession('x')).toBeNull()
  expect(await world.devices.readSession(null)).toBeNull()
  const again = await world.enrol(bosco)
  await world.devices.endSession(again.secret)
  expect(await world.devices.readSession(again.secret)).toBeNull()
  await world.pool.query('update citizen_sessions set expires_at = now() where device_id = $1', [device.id])
  expect(await world.devices.readSession(device.secret)).toBeNull()
})
