import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCitizen } from '../../../testing/citizen.ts'
import { calibrationId, openDevices, photographOf } from '../../../testing/devices/citizen-devices.ts'

const svcId = 'COD-1111-0000-0001'
let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  world = await openDevices([testCitizen({ svc_id: svcId })])
})
afterAll(() => world.stop())

test('the entry of a comparison of faces names the calibration, and that of a picture of a screen names none', async () => {
  const send = async (image: Buffer) => {
    const { id } = await world.start(svcId)
    await world.devices.checkCode(id, world.lastCode())
    await world.devices.checkFace(id, image).catch(() => {})
  }
  await send(photographOf(svcId))
  await send(photographOf('another person'))
  await send(Buffer.from('screen'))
  const { rows } = await world.pool.query(
    `select after ->> 'outcome' as outcome, after ->> 'calibration' as calibration from acts
     where action = 'devices.check_face'`,
  )
  expect(new Map(rows.map(({ outcome, calibration }) => [outcome, calibration]))).toEqual(
    new Map([
      ['match', calibrationId],
      ['no_match', calibrationId],
      ['liveness_failed', null],
    ]),
  )
})
