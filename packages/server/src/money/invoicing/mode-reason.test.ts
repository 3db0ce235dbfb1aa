import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '../../app/audit/index.ts'
import { changeMode, isProposed } from './index.ts'
import { amina, type BillingDatabase, boris, openBillingDatabase } from './testing/organization.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(Date.UTC(2026, 2, 15, 12))
})
afterAll(() => database.drop())

test('both people give the same reason of a change of the mode, and the audit log keeps it', async () => {
  const { of, platform } = await database.openOrganization()
  const change = { ...of, mode: 'prepaid', creditLimit: null } as const
  const reason = 'Contract 12'
  expect(isProposed(await changeMode(amina, { ...change, reason }, platform))).toBe(true)
  expect(isProposed(await changeMode(boris, { ...change, reason: 'Contract 13' }, platform))).toBe(true)
  expect(isProposed(await changeMode(boris, change, platform))).toBe(true)
  expect(await changeMode(boris, { ...change, reason }, platform)).toMatchObject({ mode: 'prepaid' })
  const [act] = await listActs(database.pool, { since: new Date(0), subject: of.organizationId, limit: 1 })
  expect(act).toMatchObject({ actor: 'boris', after: { reason, proposed_by: 'amina' } })
  await expect(changeMode(amina, { ...change, reason: ' ' }, platform)).rejects.toMatchObject({
    code: 'billing_value_invalid',
  })
})
