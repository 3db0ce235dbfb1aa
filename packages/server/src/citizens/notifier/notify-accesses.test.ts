import { createComingPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../testing/database.ts'
import type { AddressedNotice } from './notice.ts'
import { notifyAccesses } from './notify-accesses.ts'
import { type PushWorld, startPushWorld } from './testing/push-world.ts'

const day = 86_400_000
let world: PushWorld
let process: ReturnType<PushWorld['openProcess']>
beforeAll(async () => {
  world = await startPushWorld(24)
  process = world.openProcess()
  await world.createPartitions(world.clock.now() - day)
  await world.pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_n', 'Banque', now())`,
  )
  for (const environment of ['production', 'sandbox'])
    await world.pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at) values ($1, 'org_n', 'Guichet', $2, '{}', '{}', '{}', 1, now())`,
      [`app_${environment}`, environment],
    )
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.pool.query('delete from push_messages')
  await begin()
  world.service.received.length = 0
})

type Citizen = Awaited<ReturnType<PushWorld['subscribed']>>
let entries = 0
/** Entries of the audit log, as the commit writes them. */
const read = (
  { session }: Citizen,
  {
    times = 1,
    service = 'kyc_validation',
    environment = 'production',
    secondsAgo = 60,
    isResult = true,
  } = {},
  pool = world.pool,
) =>
  pool.query(
    `insert into audit_entries (application_id, day, entry_id, at, service, subject, result_id)
     select $1, (now() - make_interval(secs => $2))::date, $3 || n, now() - make_interval(secs => $2), $4, $5,
       case when $6 then $3 || n end
     from generate_series(1, $7) n`,
    [`app_${environment}`, secondsAgo, `e${++entries}_`, service, session.citizen, isResult, times],
  )
const wishes = (citizen: Citizen, notify_accesses = true) =>
  world.devices.writeSettings(citizen.session.actor, { notify_accesses })
const step = () => notifyAccesses({ pool: world.pool, notifier: process })
const search = async () => {
  while (await step());
}
const begin = () =>
  world.pool.query("update notifier_progress set accesses_until = now() - interval '3 minutes'")
const searchAgain = async () => {
  await begin()
  await search()
}
const pushesTo = async ({ path, decrypt }: Citizen) => {
  await process.idle()
  return world.service.received
    .filter((one) => one.path === path)
    .map(({ body }) => JSON.parse(decrypt(body).content))
}

test('10,000 accesses to the data of a citizen are one message, which names no one', async () => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  await read(citizen, { times: 10_000 })
  await search()
  expect(await pushesTo(citizen)).toEqual([{ kind: 'access' }])
})

test('a citizen who did not ask for it gets no message', async () => {
  const [silent, refused] = [await world.subscribed(), await world.subscribed()]
  await wishes(refused, false)
  for (const citizen of [silent, refused]) await read(citizen)
  await search()
  expect([...(await pushesTo(silent)), ...(await pushesTo(refused))]).toEqual([])
})

test('further accesses within the hour are one message, when it has passed', async () => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  await read(citizen)
  await search()
  expect(await pushesTo(citizen)).toHaveLength(1)
  for (let index = 0; index < 3; index++) {
    await read(citizen, { secondsAgo: 31 })
    await searchAgain()
  }
  expect(await pushesTo(citizen)).toHaveLength(1)
  const waiting = await world.waiting(citizen)
  expect(waiting).toHaveLength(1)
  const inMinutes = (waiting[0].next_attempt_at.getTime() - Date.now()) / 60_000
  expect(inMinutes).toBeGreaterThan(55)
  expect(inMinutes).toBeLessThanOrEqual(60)
  await world.makeDue()
  process.wake()
  expect(await pushesTo(citizen)).toHaveLength(2)
})

test.each([
  ['a screening', { service: 'aml_screening' }],
  ['a fraud report', { service: 'fraud_reporting' }],
  ['a sign-in that the citizen approved', { service: 'sso_login' }],
  ['a request that read nothing', { isResult: false }],
  ['an access of another environment', { environment: 'sandbox' }],
  ['an access that may not be committed everywhere', { secondsAgo: 5 }],
])('no message comes from %s', async (_what, entry) => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  await read(citizen, entry)
  await search()
  expect(await pushesTo(citizen)).toEqual([])
})

test('of several processes one searches, and each access is reported once', async () => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  await read(citizen)
  await Promise.all(Array.from({ length: 6 }, search))
  expect(await pushesTo(citizen)).toHaveLength(1)
})

test('a search whose notices cannot be written is repeated', async () => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  await read(citizen)
  const failing = {
    wake: () => {},
    notify: async (_notices: readonly AddressedNotice[]) => {
      throw new Error('no room')
    },
  }
  const searchAndFail = async () => {
    while (await notifyAccesses({ pool: world.pool, notifier: failing }));
  }
  await expect(searchAndFail()).rejects.toThrow('no room')
  await search()
  expect(await pushesTo(citizen)).toHaveLength(1)
})

test('a search that has reached the present ends, and does not begin again at once', async () => {
  await world.pool.query("update notifier_progress set accesses_until = now() - interval '100 seconds'")
  expect([await step(), await step(), await step()]).toEqual([true, false, false])
})

test('after a long pause the search begins an hour ago', async () => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  await read(citizen, { secondsAgo: 5_000 })
  await world.pool.query("update notifier_progress set accesses_until = now() - interval '2 days'")
  await search()
  expect(await pushesTo(citizen)).toEqual([])
})

test('an access in a cell is reported by home, and each database has its own progress', async () => {
  const citizen = await world.subscribed()
  await wishes(citizen)
  const cell = await createTestDatabase()
  try {
    await createComingPartitions(cell.pool, world.clock.now() - day)
    await createComingPartitions(cell.pool, world.clock.now())
    await cell.pool.query(`insert into left_applications (application_id, environment, created_at)
      values ('app_production', 'production', now())`)
    await cell.pool.query("update notifier_progress set accesses_until = now() - interval '3 minutes'")
    await read(citizen, {}, cell.pool)
    await search()
    expect(await pushesTo(citizen)).toEqual([])
    while (await notifyAccesses({ pool: world.pool, notifier: process }, cell.pool));
    expect(await pushesTo(citizen)).toEqual([{ kind: 'access' }])
  } finally {
    await cell.drop()
  }
})
