import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustWallet } from './index.ts'
import {
  type BilledOrganization,
  type BillingDatabase,
  both,
  openBillingDatabase,
} from './testing/organization.ts'
import type { SpendingOrder } from './testing/spending-process.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const program = join(import.meta.dirname, 'testing/spending-process.ts')
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

const startSpender = async ({ of, applicationId }: BilledOrganization) => {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const order: SpendingOrder = { url: database.url, ...of, applicationId, nowMs: noon }
  child.send(order)
  await once(child, 'message')
  return child
}

/** At any point: the moment is chosen at random. */
const someTime = () => setTimeout(((systemRandom().bytes(1)[0] ?? 0) / 255) * 150)

/** Ends every connection to the database but those of the test, as its restart does. */
const breakConnections = async () => {
  const { rows } = await database.pool.query<{ ended: number }>(
    `select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like any ($1)`,
    [['%call_charges%', '%billing_%', '%ledger_%', 'begin%', 'commit%']],
  )
  return Number(rows[0]?.ended)
}

/** No result without its charge, no charge without its result, and books that agree. */
const expectWhole = async ({ applicationId, proof }: BilledOrganization) => {
  const { rows } = await database.pool.query<Record<'results' | 'charges' | 'pairs' | 'spent', number>>(
    `select count(r.result_id)::integer as results, count(c.result_id)::integer as charges,
       count(*) filter (where r.result_id is not null and c.result_id is not null)::integer as pairs,
       (select spent from billing_allowances where application_id = $1) as spent
     from (select * from results where application_id = $1) r
     full join (select * from call_charges where application_id = $1) c using (result_id)`,
    [applicationId],
  )
  const { results = 0, charges, pairs, spent } = rows[0] ?? {}
  expect(results).toBeGreaterThan(0)
  expect([charges, pairs, spent]).toEqual([results, results, results * 100_000])
  const { checks } = await proof()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
}

test('kill -9 of a process that spends, and broken connections, leave no charge without its result and no result without its charge', {
  timeout: 60_000,
}, async () => {
  const organization = await database.openPrepaid()
  const { of, platform, call } = organization
  const paid = { ...of, amount: 9_000_000_000, reason: 'start' }
  await both((actor) => adjustWallet(actor, paid, platform))
  for (let round = 0; round < 2; round++) {
    const child = await startSpender(organization)
    for (let time = 0; time < 3; time++) {
      await someTime()
      await breakConnections()
    }
    await someTime()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expectWhole(organization)
  }
  await call()
  await expectWhole(organization)
})
