import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { testPlatform } from '../../testing/platform.ts'
import { type ApprovalNeeds, createApprovedApplication, updateApproval } from './approve-by-command.ts'

let database: TestDatabase
let needs: ApprovalNeeds
let demo = false
beforeAll(async () => {
  database = await createDatabaseAtNoon()
  const platform = testPlatform(database)
  needs = {
    ...platform,
    credentialsVault: platform.vaultFor('credentials'),
    requestsVault: platform.vaultFor('requests'),
    dossierVault: platform.vaultFor('dossiers'),
    isDemo: async () => demo,
  }
})
afterAll(() => database.drop())

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const settings = {
  ...{ name: 'Guichet', environment: 'production', services: ['kyc_validation'] },
  ...{ scopes: ['kyc.addresses'], purposes: ['customer_onboarding'] },
}
const reviewsOf = async (applicationId: string) => {
  const { rows } = await database.pool.query(
    `select status, origin, services, scopes, reason, decided_by, enhanced from production_reviews
     where application_id = $1 order by review_id`,
    [applicationId],
  )
  return rows
}
const eventsOf = async (applicationId: string) => {
  const { rows } = await database.pool.query('select type from events where application_id = $1', [
    applicationId,
  ])
  return rows.map(({ type }) => type)
}

test('an approval by a command is a review with its origin, its actor, its reason and its event', async () => {
  const made = await createApprovedApplication(supervisor, { settings, reason: 'Checked on paper.' }, needs)
  const { application_id } = made
  expect(await reviewsOf(application_id)).toEqual([
    {
      ...{
        status: 'approved',
        origin: 'command_line',
        services: ['kyc_validation'],
        scopes: ['kyc.addresses'],
      },
      ...{ reason: 'Checked on paper.', decided_by: 'amina', enhanced: false },
    },
  ])
  expect(await eventsOf(application_id)).toEqual(['application.production_status_changed'])

  const withdrawn = { application_id, settings: { approved: false }, reason: 'The contract ended.' }
  expect((await updateApproval(supervisor, withdrawn, needs)).approved_services).toEqual([])
  expect((await reviewsOf(application_id)).map(({ status }) => status)).toEqual(['approved', 'rejected'])
  expect(await eventsOf(application_id)).toHaveLength(2)
  const { rows } = await database.pool.query(
    'select production_status from applications where application_id = $1',
    [application_id],
  )
  expect(rows).toEqual([{ production_status: 'rejected' }])
})

test('a command withdraws an approval also while a further review is open', async () => {
  const made = await createApprovedApplication(supervisor, { settings, reason: 'Checked on paper.' }, needs)
  const { application_id } = made
  await database.pool.query(
    `update applications set production_status = 'in_review' where application_id = $1`,
    [application_id],
  )
  const withdrawn = { application_id, settings: { approved: false }, reason: 'The contract ended.' }
  expect((await updateApproval(supervisor, withdrawn, needs)).approved_services).toEqual([])
  expect((await reviewsOf(application_id)).map(({ status }) => status)).toEqual(['approved', 'rejected'])
  expect(await eventsOf(application_id)).toHaveLength(2)
  // Nothing is left to withdraw.
  await updateApproval(supervisor, withdrawn, needs)
  expect(await eventsOf(application_id)).toHaveLength(2)
})

test('only a demo needs no reason, and a refused approval leaves nothing', async () => {
  const count = async () => (await database.pool.query('select from applications')).rowCount
  const before = await count()
  await expect(createApprovedApplication(supervisor, { settings }, needs)).rejects.toMatchObject({
    code: 'reason_required',
  })
  expect(await count()).toBe(before)
  demo = true
  const made = await createApprovedApplication(supervisor, { settings }, needs)
  expect(await reviewsOf(made.application_id)).toMatchObject([{ reason: null }])
  demo = false
})
