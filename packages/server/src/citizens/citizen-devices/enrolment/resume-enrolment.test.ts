import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCitizen } from '../../../testing/citizen.ts'
import { app, openDevices, photographOf } from '../../../testing/devices/citizen-devices.ts'
import { webCryptoDevice } from '../../../testing/devices/device.ts'

const svcId = 'COD-1111-0000-0001'
let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  world = await openDevices([testCitizen({ svc_id: svcId })])
})
afterAll(() => world.stop())

const resume = (id: string) =>
  world.devices.resumeEnrolment(id).then(
    ({ next, challenge }) => ({ next, challenge }),
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

test('a browser that loaded the app again learns the step of its enrolment', async () => {
  const { id } = await world.start(svcId)
  expect(await resume(id)).toEqual({ next: 'code' })
  await world.devices.checkCode(id, world.lastCode())
  expect(await resume(id)).toEqual({ next: 'face' })
  const { challenge } = await world.devices.checkFace(id, photographOf(svcId))
  expect(await resume(id)).toEqual({ next: 'key', challenge: challenge.toString('base64url') })
  await world.devices.enrol(id, { name: 'Phone', key: webCryptoDevice().offer(challenge) }, app)
  expect(await resume(id)).toBe('enrolment_ended')
})

test('an enrolment that is over and an id of no one are alike', async () => {
  const { id } = await world.start(svcId)
  await world.pool.query('update device_enrolments set expires_at = now()')
  expect(await resume(id)).toBe('enrolment_ended')
  expect(await resume('unknown')).toBe('enrolment_ended')
})

test('an unknown identifier is at the same step as a known one', async () => {
  const { id } = await world.start('COD-9999-0000-0001')
  expect(await resume(id)).toEqual({ next: 'code' })
})
