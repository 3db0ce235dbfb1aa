import type { RegisterMetrics } from '@nani/foundation/platform/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { separateRegister } from '../../../../../testing/separate-register.ts'
import { outboxOf } from '../../desk/enrolment/index.ts'
import { defineHomeEffect } from '../../register/register-outbox/index.ts'
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

const rootKey = Buffer.alloc(32, 5)
const platform = () => ({ ...testPlatform(home), rootKey })
/** As a process that is killed after its commit. */
const causeIn = async ({ pool }: TestDatabase, kind: string, content: object): Promise<void> => {
  const client = await pool.connect()
  const outbox = outboxOf({ ...platform(), registerPool: pool })
  await outbox.cause(
    client,
    defineHomeEffect(kind, async () => {}),
    content,
  )
  client.release()
}

beforeEach(async () => {
  raised.length = 0
  await register.pool.query('delete from register_outbox')
  await home.pool.query('truncate acts')
})

type Opened = {
  metrics?: RegisterMetrics[]
  warnings?: { register_outbox(): boolean }
  work?(): void
  stop?(): Promise<void>
}
const raised: unknown[] = []
const open = async (registerPool = register.pool) =>
  (await registerOutboxModule.open(
    {
      ...platform(),
      registerPool,
      detection: { raise: async (_, alarm) => void raised.push(alarm) },
    },
    {},
  )) as Opened

const entry = {
  ...{ atMs: 0, actor: ['operator', 'Grace', null, 'desk'], organizationId: null },
  ...{ action: 'enrolment.change_status', subject: 'a pseudonym', before: null, after: null },
}
const cause = async (kind: string, secondsAgo: number) => {
  await causeIn(register, kind, entry)
  await register.pool.query(
    'update register_outbox set caused_at = now() - make_interval(secs => $2) where kind = $1',
    [kind, secondsAgo],
  )
}
const waiting = async () => (await register.pool.query('select from register_outbox')).rowCount

test('the metrics have how much waits, and for how long', async () => {
  const { metrics = [] } = await open()
  await cause('act', 10)
  await cause('unknown', 59)
  const text = await metricsText(metrics)
  expect(text).toContain('\nnani_register_outbox_waiting 2\n')
  const [, seconds] = /^nani_register_outbox_oldest_seconds (\S+)$/m.exec(text) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(59)
  expect(Number(seconds)).toBeLessThan(120)
})

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

test('a row that no process of the installation wrote raises the alarm at once', async () => {
  await register.pool.query(`insert into register_outbox (kind, content) values ('act', $1)`, [
    JSON.stringify(entry),
  ])
  const opened = await open()
  opened.work?.()
  await expect.poll(() => raised.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await opened.stop?.()
  expect(opened.warnings?.register_outbox()).toBe(true)
  expect(raised[0]).toMatchObject({ kind: 'register_outbox_late', details: { waiting: 1 } })
  expect(await waiting()).toBe(1)
})

test('with one database a start carries what a restored backup had, and nothing runs after that', async () => {
  const one = await createTestDatabase()
  await causeIn(one, 'act', { ...entry, subject: 'restored' })
  const needs = { ...testPlatform(one), rootKey, detection: { raise: async () => undefined } }
  expect(await registerOutboxModule.open(needs as never, {})).toEqual({})
  expect((await one.pool.query('select subject from acts')).rows).toEqual([{ subject: 'restored' }])
  expect((await one.pool.query('select from register_outbox')).rowCount).toBe(0)
  await one.drop()
})
