import { Refusal } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCitizen } from '../../testing/citizen.ts'
import { app, openDevices, photographOf } from '../../testing/devices/citizen-devices.ts'
import { webAuthnDevice, webCryptoDevice } from '../../testing/devices/device.ts'
import { createSessionChallenge } from './session-challenge.ts'

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
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

type Signing = { signature(content: Buffer): string }
/** What the device signs now: its challenge and the signature. */
const askedBy = async (id: string) =>
  Buffer.from((await world.devices.challenge(id, app)).challenge, 'base64url')
const signedBy = (device: Signing, challenge: Buffer) => ({
  challenge,
  signature: { signature: device.signature(challenge) },
})

test('a device opens a session with its key, and its signature counts once', async () => {
  const device = await world.enrol(amina)
  expect((await world.devices.challenge(device.id, app)).webauthn).toBeUndefined()
  const signed = signedBy(device, await askedBy(device.id))
  const opened = await world.devices.signIn(device.id, signed, app)
  expect(opened.citizen).toMatchObject({ svc_id_masked: 'COD-••••-••••-0001', environment: 'production' })
  expect((await world.devices.readSession(opened.secret))?.device.id).toBe(device.id)
  expect(await refusalOf(world.devices.signIn(device.id, signed, app))).toBe('signature_wrong')
  await world.devices.endSession(opened.secret)
  expect(await refusalOf(world.devices.signIn(device.id, signed, app))).toBe('signature_wrong')
})

test('of many replays at the same time, one opens a session', async () => {
  const device = await world.enrol(amina)
  const signed = signedBy(device, await askedBy(device.id))
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => refusalOf(world.devices.signIn(device.id, signed, app))),
  )
  expect(outcomes.filter((code) => code === 'signature_wrong')).toHaveLength(11)
})

test('strangers who ask for challenges of a device do not keep it from opening a session', async () => {
  const device = await world.enrol(bosco)
  const [first, second] = [await askedBy(device.id), await askedBy(device.id)]
  for (let index = 0; index < 50; index++) await askedBy(device.id)
  const forged = { challenge: first, signature: { signature: webCryptoDevice().signature(first) } }
  expect(await refusalOf(world.devices.signIn(device.id, forged, app))).toBe('signature_wrong')
  // In any order: two tabs of the app each have a challenge.
  for (const challenge of [second, first])
    await world.devices.signIn(device.id, signedBy(device, challenge), app)
})

test('a challenge of another device, one that was changed and one that has ended are refused', async () => {
  const device = await world.enrol(bosco)
  const other = await world.enrol(bosco)
  const changed = await askedBy(device.id)
  changed.writeUIntBE(Date.now() + 3_600_000, 0, 6)
  const ended = createSessionChallenge(
    { key: deriveKey(world.rootKey, 'device-session-challenges'), deviceId: device.id },
    new Date(Date.now() - 121_000),
    world.random,
  )
  for (const challenge of [await askedBy(other.id), changed, ended, Buffer.alloc(54), Buffer.alloc(1)])
    expect(await refusalOf(world.devices.signIn(device.id, signedBy(device, challenge), app))).toBe(
      'signature_wrong',
    )
})

test('an unknown device gets a challenge like a known one, which opens nothing', async () => {
  const device = await world.enrol(bosco)
  const unknown = await world.devices.challenge('dev_unknown', app)
  expect(Object.keys(unknown)).toEqual(['challenge'])
  const challenge = Buffer.from(unknown.challenge, 'base64url')
  expect(challenge.length).toBe((await askedBy(device.id)).length)
  expect(await refusalOf(world.devices.signIn('dev_unknown', signedBy(device, challenge), app))).toBe(
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
      world.devices.signIn(
        device.id,
        { challenge: asked, signature: { webauthn: passkey.assertion(asked, from, counted) } },
        app,
      ),
    )
  }
  expect(await signInWith('https://evil.example')).toBe('signature_wrong')
  expect(await signInWith(app.origin, 7)).toBe(null)
  expect(await signInWith(app.origin, 7)).toBe('signature_wrong')
  expect(await signInWith(app.origin, 8)).toBe(null)
  // The count decides also between two signatures at the same time, which both followed the count before.
  const session = await world.devices.readSession(secret)
  if (session === null) throw new Error('the device has no session')
  const signing = { citizen: session.citizen, deviceId: session.device.id }
  expect(await world.devices.writeSigned(world.pool, signing, 8)).toBe(false)
  expect(await world.devices.writeSigned(world.pool, signing, 0)).toBe(false)
  expect(await world.devices.writeSigned(world.pool, signing, 9)).toBe(true)
})

test('a revoked device has no session and opens none; the other one stays', async () => {
  const first = await world.enrol(chantal)
  const second = await world.enrol(chantal)
  const listed = await world.devices.list(first.session)
  expect(listed.devices.map(({ id, this_device }) => [id, this_device])).toEqual([
    [second.id, false],
    [first.id, true],
  ])
  await world.devices.revoke(first.session.actor, second.id)
  expect(await world.devices.readSession(second.secret)).toBeNull()
  expect(await world.devices.readSession(first.secret)).not.toBeNull()
  const signed = signedBy(second, await askedBy(second.id))
  expect(await refusalOf(world.devices.signIn(second.id, signed, app))).toBe('signature_wrong')
  expect(await refusalOf(world.devices.revoke(first.session.actor, second.id))).toBe('not_found')
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
  expect(await refusalOf(world.devices.revoke(other.session.actor, device.id))).toBe('not_found')
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
