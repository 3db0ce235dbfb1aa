import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createComingPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { composition } from '../../../app/app/index.ts'
import { auditModule } from '../../../app/audit/index.ts'
import { registerModule, writeCitizens } from '../../../register/register/index.ts'
import { type Detection, detectionModule, readAlarms } from '../../../risk/detection/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { app } from '../../../testing/devices/citizen-devices.ts'
import { deviceCalls } from '../../../testing/devices/device-calls.ts'
import { noon, testPlatform } from '../../../testing/platform.ts'
import { smsModule } from '../../sms/index.ts'
import { citizenDevicesModule } from '../module.ts'

let received = 0
const provider = createServer((request, response) => {
  received++
  request.resume()
  response.writeHead(202).end()
})
let database: TestDatabase
let platform: ReturnType<typeof testPlatform>
beforeAll(async () => {
  database = await createTestDatabase()
  platform = testPlatform(database)
  platform.clock.advance(Date.now() - noon)
  await createComingPartitions(database.pool, platform.clock.now())
  const people = [1, 2, 3].map((last) => ({ ...testCitizen({ svc_id: svcId(last) }), documents: [] }))
  await writeCitizens(database.pool, people, 'production')
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  provider.close()
  await database.drop()
})

let networks = 0
const svcId = (last: number) => `COD-1111-0000-700${last}`

/** A process in which these identifiers are typed, each from a network of its own. It sends what is due, and stops. */
const ask = async (identifiers: readonly string[]): Promise<void> => {
  const raising: Promise<void>[] = []
  const { context, stop } = await composition<Platform>()
    .use(auditModule)
    .use(detectionModule)
    .use(registerModule)
    .use({
      name: 'doubles',
      open: ({ storedRegister: register }) => ({
        provides: {
          ...{ register, demo: 'none' as const, isDemo: async () => false },
          citizenFaces: { check: async () => ({ result: 'capture_fault', fault: 'no_face' }) as const },
        },
      }),
    })
    .use(smsModule)
    .use({
      ...citizenDevicesModule,
      // The sending does not wait for the alarm. The test does.
      open: (needs: Parameters<typeof citizenDevicesModule.open>[0]) => {
        const raise: Detection['raise'] = (...alarm) => {
          const raised = needs.detection.raise(...alarm)
          raising.push(raised)
          return raised
        }
        return citizenDevicesModule.open({ ...needs, detection: { raise } }, {})
      },
    })
    .open(platform, {
      ...{ registerTimeoutMs: 5_000, alarmNotFound: 1_000, alarmIdentifiers: 1_000 },
      ...{ smsUrl: url(), smsSecret: 'secret', smsCodesPerHour: 8 },
    })
  for (const identifier of identifiers)
    await deviceCalls(context.citizenDevices, app).startEnrolment({
      ...{ identifier, language: 'fr', app, address: `2001:db8:${++networks}::1` },
    })
  await stop()
  await Promise.all(raising)
}
const auditor = { kind: 'operator', name: 'beni', roles: ['auditor'] } as const
const url = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
const alarms = async () =>
  (await readAlarms(auditor, { since: new Date(0).toISOString(), limit: 10 }, platform)).map(
    ({ kind, details }) => ({ kind, details }),
  )

test('operators get one alarm at half of the messages of an hour, by all processes and for unknown identifiers too', async () => {
  await ask([svcId(1), svcId(2)])
  await ask([svcId(3)])
  expect([received, await alarms()]).toEqual([3, []])
  const alarm = { kind: 'messages_half_used', details: { sent: 4, bound: 8 } }
  // Nothing leaves for an identifier of no one. It uses up a turn, so that no one learns who exists.
  await ask(['COD-9999-0000-7001'])
  expect([received, await alarms()]).toEqual([3, [alarm]])
  await ask(['COD-9999-0000-7002'])
  expect(await alarms()).toEqual([alarm])
})
