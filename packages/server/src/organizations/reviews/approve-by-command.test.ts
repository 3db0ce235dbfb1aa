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

const stateOf = async (applicationId: string) => {
  const { rows } = await database.pool.query(
    `select scopes, purposes, selected_scopes, selected_purposes, approved_scopes, approved_purposes
     from applications where application_id = $1`,
    [applicationId],
  )
  return rows[0]
}
const entriesOf = async (action: string, subject: string) => {
  const { rows } = await database.pool.query(
    'select before, after from acts where action = $1 and subject = $2',
    [action, subject],
  )
  return rows
}
const reason = 'Checked on paper.'

test('an approval after a withdrawal gives back only what it names', async () => {
  const both = { scopes: ['kyc.addresses', 'kyc.religion'], purposes: ['customer_onboarding'] }
  const made = await createApprovedApplication(
    supervisor,
    { settings: { ...settings, ...both }, reason },
    needs,
  )
  const { application_id } = made
  const update = (changes: object) =>
    updateApproval(supervisor, { application_id, settings: changes, reason }, needs)
  expect(await update({ approved: false })).toMatchObject({ scopes: ['kyc.addresses'], purposes: [] })
  expect(await stateOf(application_id)).toEqual({
    ...{ scopes: ['kyc.addresses'], purposes: [], approved_scopes: [], approved_purposes: [] },
    ...{ selected_scopes: both.scopes, selected_purposes: both.purposes },
  })
  const given = { approved_services: ['kyc_validation'], withheld_approvals: [] }
  const approved = { ...given, approved_scopes: both.scopes, approved_purposes: both.purposes }
  const none = { approved_services: [], withheld_approvals: [], approved_scopes: [], approved_purposes: [] }
  expect(await entriesOf('applications.update_approval', application_id)).toEqual([
    {
      before: { production_status: 'approved', ...approved },
      after: { production_status: 'rejected', ...none, review: expect.any(String), reason },
    },
  ])
  expect(await entriesOf('applications.update', application_id)).toEqual([
    {
      before: {
        ...{ approved_services: given.approved_services, ...both },
        ...{ approved_scopes: both.scopes, approved_purposes: both.purposes },
      },
      after: {
        ...{ approved_services: [], scopes: ['kyc.addresses'], purposes: [] },
        ...{ approved_scopes: [], approved_purposes: [] },
      },
    },
  ])

  expect(await update({ approved: true })).toMatchObject({ scopes: ['kyc.addresses'], purposes: [] })
  expect(await stateOf(application_id)).toMatchObject({
    approved_scopes: ['kyc.addresses'],
    approved_purposes: [],
  })
  expect(await update({ approved: true, ...both })).toMatchObject(both)
  expect(await stateOf(application_id)).toMatchObject({
    approved_scopes: both.scopes,
    approved_purposes: both.purposes,
  })
})

test('a command approves only for a verified organization, and withdraws for any', async () => {
  await database.pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_bank', 'Banque', now())`,
  )
  const setStatus = (status: string) =>
    database.pool.query(`update organizations set account_status = $1 where organization_id = 'org_bank'`, [
      status,
    ])
  const create = () =>
    createApprovedApplication(
      supervisor,
      { settings: { ...settings, organization: 'org_bank' }, reason },
      needs,
    )
  const { application_id } = await create()
  const update = (approved: boolean) =>
    updateApproval(supervisor, { application_id, settings: { approved }, reason }, needs)
  for (const status of ['pending', 'refused', 'suspended', 'closed']) {
    await setStatus(status)
    await expect(create()).rejects.toMatchObject({
      code: status === 'closed' ? 'organization_not_found' : 'state_conflict',
    })
    await expect(update(true)).rejects.toMatchObject({ code: 'state_conflict' })
  }
  const { rowCount } = await database.pool.query(
    `select from applications where organization_id = 'org_bank'`,
  )
  expect(rowCount).toBe(1)
  expect((await update(false)).approved_services).toEqual([])
})
