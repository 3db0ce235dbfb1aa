import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { fundsMetrics } from './funds-metrics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const lines = async () => (await metricsText([fundsMetrics(database.pool)])).split('\n')

test('the money of allowances is added up by currency, and wallets that need a person are counted', async () => {
  expect(await lines()).toContain('nani_wallets{state="low"} 0')
  const wallet = (organization: string, currency: string, low: boolean, suspended: boolean) =>
    database.pool.query(
      `insert into billing_wallets (organization_id, wallet_id, mode, currency, balance_is_low, suspended, updated_at)
       values ($1, 'wal', 'prepaid', $2, $3, $4, now())`,
      [organization, currency, low, suspended],
    )
  await wallet('org_1', 'USD', true, false)
  await wallet('org_2', 'USD', true, true)
  await wallet('org_3', 'CDF', false, false)
  await database.pool.query(
    `insert into billing_allowances (application_id, organization_id, available, held)
     values ('app_1', 'org_1', 2500000, 0), ('app_2', 'org_1', null, 0), ('app_3', 'org_2', 1000000, 250000),
            ('app_4', 'org_3', 7000000, 0)`,
  )
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'nani_allowance_money{currency="USD",state="available"} 3.5',
      'nani_allowance_money{currency="USD",state="held"} 0.25',
      'nani_allowance_money{currency="CDF",state="available"} 7',
      'nani_wallets{state="low"} 2',
      'nani_wallets{state="suspended"} 1',
    ]),
  )
})
