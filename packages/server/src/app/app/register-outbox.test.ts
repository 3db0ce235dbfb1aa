import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { separateRegister } from '../../../../../testing/separate-register.ts'
import { testPlatform } from '../../testing/platform.ts'
import { registerOutboxModule } from './register-outbox.ts'

let home: TestDatabase
let register: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
  register = await separateRegister(home)
})
afterAll(async () => {
  await home.drop()
  await register.drop()
})

type Opened = { warnings?: { register_outbox(): boolean }; work?(): void; stop?(): Promise<void> }
const raised: unknown[] = []
const open = async (registerPool = register.pool) =>
  (await registerOutboxModule.open(
    {
      ...testPlatform(home),
      registerPool,
      detection: { raise: async (_, alarm) => void raised.push(alarm) },
    },
    {},
  )) as Opened

const entry = {
  ...{ atMs: 0, actor: ['operator', 'Grace', null, 'desk'], organizationId: null },
  ...{ action: 'enrolment.change_status', subject: 'a pseudonym', before: null, after: null },
}
const cause = (kind: string, secondsAgo: number) =>
  register.pool.query(
    `insert into register_outbox (kind, content, caused_at) values ($1, $2, now() - make_interval(secs => $3))`,
    [kind, JSON.stringify(entry), secondsAgo],
  )
const waiting = async () => (await register.pool.query('select from register_outbox')).rowCount

test('a worker carries what waits, and an alarm names what waits for more than a minute', async () => {
  const opened = await open()
  const isLate = opened.warnings?.register_outbox
  await cause('act', 0)
  await cause('unknown', 59)
  opened.work?.()
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  expect((await home.pool.query('select actor, action from acts')).rows).toEqual([
    { actor: 'Grace', action: 'enrolment.change_status' },
  ])
  await register.pool.query(`update register_outbox set caused_at = now() - interval '61 seconds'`)
  await expect.poll(() => isLate?.(), { timeout: 10_000 }).toBe(true)
  expect(raised[0]).toMatchObject({ kind: 'register_outbox_late', details: { waiting: 1 } })
  await register.pool.query('delete from register_outbox')
  await expect.poll(() => isLate?.(), { timeout: 10_000 }).toBe(false)
  await opened.stop?.()
})

test('with one database there is nothing to carry', async () => {
  expect(await open(home.pool)).toEqual({})
})
