import { randomUUID } from 'node:crypto'
import { idSource, manualClock, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { inTransaction, openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { chargeOf, holdFunds } from '../../money/billing/index.ts'
import { openTestBilling } from '../../testing/billing.ts'
import { openWallet } from '../../testing/open-wallet.ts'
import { commitWithin, FundsSpent } from './index.ts'
import { callRecord } from './testing/call-record.ts'

const clock = manualClock(noon)
const newId = idSource(clock, systemRandom())
let database: TestDatabase
let otherPool: pg.Pool

beforeAll(async () => {
  database = await createDatabaseAtNoon()
  otherPool = openPool(database.url, { maxConnections: 8, statementTimeoutMs: 30_000, onError: () => {} })
})
afterAll(async () => {
  await otherPool.end()
  await database.drop()
})

const processOn = (pool: pg.Pool) => openTestBilling({ pool, clock, newId })

const priced = (organizationId: string, applicationId: string, amount: number) =>
  callRecord(applicationId, newId, {
    charge: chargeOf({
      ...{ organizationId, item: 'kyc_validation', mode: 'single', livemode: true },
      ...{ priceListId: 'prl_shipped', amount, held: 0 },
    }),
  })

const someApplication = () => `app_${randomUUID()}`
const read = async (text: string, values: unknown[]) =>
  (await database.pool.query<Record<string, number>>(text, values)).rows[0] as Record<string, number>

const stateOf = (organizationId: string) =>
  read(
    `select coalesce(sum(available), 0)::bigint as available, sum(spent)::bigint as spent, sum(held)::bigint as held,
       (select coalesce(sum(balance), 0)::bigint from ledger_balances where organization_id = $1 and account = 'wallet') as wallet,
       (select coalesce(sum(amount), 0)::bigint from ledger_entries where organization_id = $1) as total,
       (select coalesce(sum(c.amount), 0)::bigint from call_charges c join billing_allowances b using (application_id)
        where b.organization_id = $1) as charged
     from billing_allowances where organization_id = $1`,
    [organizationId],
  )

describe('64 callers on two processes', () => {
  test.each([1, 3])('spend a wallet to its last affordable call, with %i applications', async (count) => {
    const organizationId = `org_${randomUUID()}`
    await openWallet(database.pool, { organizationId, paid: 10_050_000 }, { newId, nowMs: noon })
    const applications = Array.from({ length: count }, someApplication)
    const processes = [await processOn(database.pool), await processOn(otherPool)]
    const outcomes: (Error | null)[] = []
    await Promise.all(
      Array.from({ length: 64 }, async (_, caller) => {
        const { commit } = processes[caller % 2] as (typeof processes)[0]
        for (let call = 0; call < 4; call++) {
          const record = priced(organizationId, applications[(caller + call) % count] as string, 100_000)
          outcomes.push(
            await commit(record).then(
              () => null,
              (error) => error as Error,
            ),
          )
        }
      }),
    )
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(100)
    const refused = outcomes.filter((outcome) => outcome !== null)
    expect(refused).toHaveLength(156)
    for (const error of refused) {
      expect(error).toBeInstanceOf(FundsSpent)
      expect((error as FundsSpent).refusal?.code).toBe('insufficient_balance')
    }
    const state = await stateOf(organizationId)
    expect(state).toMatchObject({ spent: 10_000_000, charged: 10_000_000, total: 0 })
    expect((state.wallet as number) + (state.available as number)).toBe(50_000)
  })
})

test('the allowance of a sibling is reclaimed before a caller is refused, to the last millionth', async () => {
  const organizationId = `org_${randomUUID()}`
  await openWallet(database.pool, { organizationId, paid: 300_001 }, { newId, nowMs: noon })
  const [one, two] = [someApplication(), someApplication()]
  const { commit, billing } = await processOn(database.pool)
  await commit(priced(organizationId, one, 100_000))
  await commit(priced(organizationId, two, 100_000))
  await commit(priced(organizationId, one, 100_000))
  const refused = await commit(priced(organizationId, two, 2)).catch((error) => error)
  expect(refused).toBeInstanceOf(FundsSpent)
  expect(refused.refusal.context).toEqual({
    balance: { value: 0.000001, currency: 'USD' },
    top_up_url: 'https://pay.example/top-up',
  })
  await commit(priced(organizationId, two, 1))
  expect(await stateOf(organizationId)).toMatchObject({ available: 0, wallet: 0, spent: 300_001 })
  const ask = billing.cover({ applicationId: one, organizationId, amount: 1, spends: false })
  expect(await ask).toBeInstanceOf(Refusal)
})

test('a call that the wallet does not cover leaves nothing of itself', async () => {
  const organizationId = `org_${randomUUID()}`
  await openWallet(database.pool, { organizationId, paid: 10 }, { newId, nowMs: noon })
  const applicationId = someApplication()
  const { commit } = await processOn(database.pool)
  await expect(commit(priced(organizationId, applicationId, 11))).rejects.toThrow(FundsSpent)
  for (const table of ['results', 'call_charges', 'usage_counters', 'audit_entries'])
    expect(
      await read(`select count(*) as n from ${table} where application_id = $1`, [applicationId]),
    ).toEqual({
      n: 0,
    })
})

test('without an allowance a statement that spends fails as a whole', async () => {
  const applicationId = someApplication()
  const outcomes = await inTransaction(database.pool, (client) =>
    commitWithin(client, [priced('org_none', applicationId, 1), priced('org_none', applicationId, 0)]),
  )
  expect(outcomes).toEqual([expect.any(FundsSpent), undefined])
})

test('what a batch holds cannot be spent by a call, nor be reclaimed', async () => {
  const organizationId = `org_${randomUUID()}`
  await openWallet(database.pool, { organizationId, paid: 1_000_000 }, { newId, nowMs: noon })
  const applicationId = someApplication()
  const { commit, billing } = await processOn(database.pool)
  expect(await billing.cover({ applicationId, organizationId, amount: 900_000, spends: true })).toBeNull()
  expect(await inTransaction(database.pool, (client) => holdFunds(client, applicationId, 900_000))).toBe(true)
  await expect(commit(priced(organizationId, applicationId, 100_001))).rejects.toThrow(FundsSpent)
  await expect(commit(priced(organizationId, someApplication(), 100_001))).rejects.toThrow(FundsSpent)
  await commit(priced(organizationId, applicationId, 100_000))
  expect(await stateOf(organizationId)).toMatchObject({ held: 900_000, available: 0, spent: 100_000 })
})

test('a postpaid organization without a limit spends, and its allowance has no limit', async () => {
  const organizationId = `org_${randomUUID()}`
  const applicationId = someApplication()
  const { commit } = await processOn(database.pool)
  await commit(priced(organizationId, applicationId, 5_000_000_000))
  expect(await stateOf(organizationId)).toMatchObject({ spent: 5_000_000_000, charged: 5_000_000_000 })
})

test('an empty wallet refuses at once, also while others hold its lock', async () => {
  const organizationId = `org_${randomUUID()}`
  await openWallet(database.pool, { organizationId, paid: 100_001 }, { newId, nowMs: noon })
  const applications = [someApplication(), someApplication()]
  const processes = [await processOn(database.pool), await processOn(otherPool)]
  await processes[0]?.commit(priced(organizationId, applications[0] as string, 100_000))
  const blocker = await database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from billing_wallets where organization_id = $1 for update', [organizationId])
    // What the money may cover waits for the lock, and the others do not wait for it.
    const hopeful = processes.map(({ billing }) =>
      billing.cover({ applicationId: applications[0] as string, organizationId, amount: 1, spends: false }),
    )
    const refusals = await Promise.all(
      Array.from({ length: 400 }, (_, caller) =>
        processes[caller % 2]?.billing.cover({
          ...{ applicationId: applications[caller % 3 === 0 ? 1 : 0] as string, organizationId },
          ...{ amount: 100_000, spends: false },
        }),
      ),
    )
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'insufficient_balance',
        context: { balance: { value: 0.000001, currency: 'USD' }, top_up_url: 'https://pay.example/top-up' },
      })
    const call = processes[1]?.commit(priced(organizationId, applications[1] as string, 100_000))
    await expect(call).rejects.toBeInstanceOf(FundsSpent)
    await blocker.query('rollback')
    expect(await Promise.all(hopeful)).toEqual([null, null])
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
})
