import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRegisterDatabase } from '../../../../../testing/separate-register.ts'
import { subjectKeyOf } from '../../app/audit/index.ts'
import { inRegisterTransaction, writeCitizens } from '../../register/register/index.ts'
import { importRegister } from '../../register/register-import/index.ts'
import { causeDirectly, openRegisterOutbox, rowKeyOf } from '../../register/register-outbox/index.ts'
import { actsOf } from '../../testing/acts-of.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { app, openDevices, photographOf } from '../../testing/devices/citizen-devices.ts'
import { webCryptoDevice } from '../../testing/devices/device.ts'
import { accessLost, createEndAccess } from './end-access.ts'

const people = Array.from({ length: 8 }, (_, index) => `COD-1111-0000-000${index + 1}`)
let next = 0
const newPerson = () => people[next++] as string
let world: Awaited<ReturnType<typeof openDevices>>
let folder: string
beforeAll(async () => {
  world = await openDevices(people.map((svc_id) => testCitizen({ svc_id })))
  folder = await mkdtemp(join(tmpdir(), 'nani-end-access-'))
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})

const operator: Actor = { kind: 'operator', name: 'Amina', roles: ['supervisor'] }
const endAccessBy = (actor: Actor) =>
  createEndAccess({ cause: causeDirectly(world), subjectKey: subjectKeyOf(world.rootKey), actor })

/** Imports the records as an operator does. */
const importRecords = async (records: readonly object[], own = {}) => {
  const file = join(folder, `${crypto.randomUUID()}.ndjson`)
  const bare = {
    ...{ certified: true, level_of_assurance: 'LOA3', first_name: 'Jean-Pierre', last_name: 'Kabeya' },
    ...{ date_of_birth: '1988-07-21', gender: 'male' },
  }
  await writeFile(file, records.map((record) => JSON.stringify({ ...bare, ...record })).join('\n'))
  return importRegister(
    operator,
    { kind: 'citizens', file, format: 'ndjson', view: 'production' },
    {
      ...{ pool: world.pool, registerPool: world.pool, clock: world.clock },
      ...{ vault: world.vaultFor('files'), endAccessBy, ...own },
    },
  )
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
const withFace = async (svcId: string) => {
  const { id } = await world.start(svcId, '198.51.100.9')
  await world.devices.checkCode(id, world.lastCode())
  return { id, ...(await world.devices.checkFace(id, photographOf(svcId))) }
}

test.each([
  ['deleted', { status: 'deleted' }],
  ['no longer certified', { certified: false }],
])(
  'an account that an import says is %s loses its devices, sessions and open enrolments',
  async (_name, change) => {
    const gone = newPerson()
    const stays = newPerson()
    const device = await world.enrol(gone)
    await world.devices.push.write(device.session, {
      endpoint: `https://push.example/${gone}`,
      p256dh: 'p',
      auth: 'a',
    })
    const open = await withFace(gone)
    const other = await world.enrol(stays)
    const report = await importRecords([{ svc_id: gone, ...change }, { svc_id: stays }])
    expect(report).toMatchObject({
      ...{ written: 2, refused: 0 },
      ended: { citizens: 1, devices: 1, sessions: 1, enrolments: 1 },
    })
    expect(await world.devices.readSession(device.secret)).toBeNull()
    expect(await world.devices.push.has(device.session)).toBe(false)
    const { challenge } = await world.devices.challenge(device.id, app)
    const asked = Buffer.from(challenge, 'base64url')
    const signed = { challenge: asked, signature: { signature: device.signature(asked) } }
    expect(await refusalOf(world.devices.signIn(device.id, signed, app))).toBe('signature_wrong')
    const key = webCryptoDevice().offer(open.challenge)
    expect(await refusalOf(world.devices.enrol(open.id, { name: 'Phone', key }, app))).toBe('enrolment_ended')
    expect(await world.devices.readSession(other.secret)).not.toBeNull()
    const acts = await actsOf(world.pool, device.id)
    expect(acts[0]).toMatchObject({
      action: 'devices.revoke_lost',
      actor: 'Amina',
      after: { through: 'register' },
    })
  },
)

test('an account that stays, comes back or never was ends nothing', async () => {
  const svcId = newPerson()
  const device = await world.enrol(svcId)
  const changed = await importRecords([
    { svc_id: svcId, status: 'suspended' },
    { svc_id: 'COD-1111-0000-7777', certified: false },
  ])
  expect(changed.ended).toEqual({ citizens: 0, devices: 0, sessions: 0, enrolments: 0 })
  expect(await world.devices.readSession(device.secret)).not.toBeNull()
  await importRecords([{ svc_id: svcId, status: 'deleted' }])
  const again = await importRecords([{ svc_id: svcId, status: 'deleted' }, { svc_id: svcId }])
  expect(again.ended.citizens).toBe(0)
  expect(await world.devices.readSession(device.secret)).toBeNull()
})

test('the access ends in the transaction of the change: without its commit the device stays', async () => {
  const svcId = newPerson()
  const device = await world.enrol(svcId)
  const undone = inRegisterTransaction(world.pool, async (client) => {
    expect((await endAccessBy(operator)(client, [svcId])).devices).toBe(1)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await world.devices.readSession(device.secret)).not.toBeNull()
})

test('with a register of its own the access ends after the commit, and the outbox names no one', async () => {
  const register = await createRegisterDatabase()
  const { pool, clock } = world
  const outbox = openRegisterOutbox({
    ...{ pool, registerPool: register.pool, clock, effects: [accessLost], onError: () => {} },
    rowKey: rowKeyOf(world.rootKey),
  })
  const separate = {
    registerPool: register.pool,
    endAccessBy: (actor: Actor) =>
      createEndAccess({ cause: outbox.cause, subjectKey: subjectKeyOf(world.rootKey), actor }),
  }
  const svcId = newPerson()
  await writeCitizens(register.pool, [testCitizen({ svc_id: svcId, documents: [] })], 'production')
  const device = await world.enrol(svcId)
  const { ended } = await importRecords([{ svc_id: svcId, status: 'deleted' }], separate)
  expect(ended).toEqual({ citizens: 1, devices: null, sessions: null, enrolments: null })
  expect(await world.devices.readSession(device.secret)).not.toBeNull()
  const { rows } = await register.pool.query('select content::text from register_outbox')
  expect(rows).toHaveLength(1)
  expect(rows[0].content).not.toContain(svcId)
  await outbox.carry()
  await outbox.carry()
  expect(await world.devices.readSession(device.secret)).toBeNull()
  const lost = (await actsOf(world.pool, device.id)).filter(({ action }) => action === 'devices.revoke_lost')
  expect(lost).toHaveLength(1)
  expect(lost[0]).toMatchObject({ actor: 'Amina', after: { through: 'register' } })
  await register.drop()
})

test('an enrolment that began before the account was taken away makes no device', async () => {
  const svcId = newPerson()
  const { id, challenge } = await withFace(svcId)
  await world.pool.query(`update citizens set status = 'deleted' where svc_id = $1`, [svcId])
  await world.pool.query('update register_revision set revision = revision + 1')
  const key = webCryptoDevice().offer(challenge)
  expect(await refusalOf(world.devices.enrol(id, { name: 'Phone', key }, app))).toBe('enrolment_ended')
})
