import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pseudonym, subjectKeyOf } from '../../../app/audit/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { openDevices } from '../../../testing/devices/citizen-devices.ts'

const [one, other] = ['COD-1111-0000-8001', 'COD-1111-0000-8002']
let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  world = await openDevices([one, other].map((svc_id) => testCitizen({ svc_id })))
})
afterAll(() => world.stop())

/** Runs while a step of this citizen is under way and does not end. */
const whileLocked = async (svcId: string, run: () => Promise<void>): Promise<void> => {
  const client = await world.pool.connect()
  const citizen = Buffer.from(pseudonym(subjectKeyOf(world.rootKey), svcId), 'hex')
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [citizen.readBigInt64BE(0).toString()])
    await run()
  } finally {
    await client.query('rollback')
    client.release()
  }
}
/** More than the process has connections. */
const many = Array.from({ length: 60 }, (_, index) => index)

test('a burst of enrolments and codes for one citizen leaves connections for the calls of everyone else', async () => {
  const { id } = await world.start(one)
  const waiting: Promise<unknown>[] = []
  await whileLocked(one, async () => {
    for (const index of many) {
      waiting.push(world.start(one, `2001:db8:${index.toString(16)}::1`))
      waiting.push(
        world.devices.checkCode(id, '0000-0000').catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        }),
      )
    }
    // Without turns, all connections soon wait for the lock, and one of these calls for them.
    for (const _call of many) await world.pool.query('select 1')
  })
  expect(await Promise.all(waiting)).toHaveLength(2 * many.length)
})

test('a network that floods is refused before it takes the places of others', async () => {
  const waiting: Promise<string | null>[] = []
  await whileLocked(other, async () => {
    for (let index = 0; index < 101; index++)
      waiting.push(
        world.start(other, `192.0.2.${index}`).then(
          () => null,
          (error: { code?: string }) => error.code ?? '?',
        ),
      )
    await world.start(one, '198.51.100.10')
  })
  expect((await Promise.all(waiting)).filter((code) => code === 'overloaded')).toEqual(['overloaded'])
})
