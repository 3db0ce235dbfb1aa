import type { Actor } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { openActCell } from '../../app/cells/index.ts'
import { createListCursors } from '../../gateway/acts/index.ts'
import { createHomeAndCell } from '../../testing/database/home-and-cell.ts'
import { testPlatform } from '../../testing/platform.ts'
import { decideReview } from './decide-review.ts'
import { listReviewsForDesk, readReviewForDesk } from './desk-readings.ts'
import { decideProposedReview, proposeReview } from './desk-reviews.ts'
import { endReviewsInCell } from './end-open-review.ts'
import { listReviews } from './list-reviews.ts'
import { beginReview, listOwnReviews } from './own-reviews.ts'
import { placeOfReview } from './place-of-review.ts'
import { addReviewFile, submitReview, withdrawReview } from './submit-review.ts'

/** Reviews of an organization whose applications are in a cell. Home has the people, their proposals and the subscriptions. */
let home: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_bank'], createDatabaseAtNoon))
  for (const { pool } of [home, cell])
    await pool.query(`update organizations set account_status = 'verified'`)
  await home.pool.query(
    `insert into organization_subscriptions (organization_id, scope, subscribed_at) values ('org_bank', 'kyc.religion', now())`,
  )
  // Home has these tables. A statement that looks for them in the cell fails.
  await cell.pool.query(
    'drop table proposals, operators, member_accounts, organization_members, organization_subscriptions cascade',
  )
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

const needs = (isAway = false) => {
  const platform = testPlatform(cell)
  return {
    ...platform,
    cell: openActCell({ ...platform, name: 'north', home: home.pool }),
    databases: () => [
      { name: 'home', pool: home.pool },
      { name: 'north', pool: isAway ? null : cell.pool },
    ],
    cursors: createListCursors(deriveKey(Buffer.alloc(32, 1), 'cursors')),
    ...{ dossierVault: shared.vaultFor('dossiers'), requestsVault: shared.vaultFor('requests') },
    rules: { oneAccountMayBeTwo: false },
  }
}
let shared: ReturnType<typeof testPlatform>
beforeAll(() => {
  shared = testPlatform(cell)
})

const owner: Actor = { kind: 'member', personId: 'per_1', organizationId: 'org_bank', roles: ['owner'] }
const reviewer = (name: string): Actor => ({ kind: 'operator', name, roles: ['reviewer'], account: name })
const answers = Object.fromEntries(
  [
    ...['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'],
    'sensitive_data_necessity',
  ].map((name) => [name, 'A text']),
)

/** A complete review of a new application of production in the cell. */
const submitted = async (application_id: string): Promise<string> => {
  await cell.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     values ($1, 'org_bank', 'Shop', 'production', '{kyc_validation}', '{kyc.religion}', '{customer_onboarding}', 1, now())`,
    [application_id],
  )
  const own = { organization_id: 'org_bank', application_id }
  const { id } = await beginReview(owner, { ...own, answers }, needs())
  for (const kind of ['privacy_policy', 'terms_of_service'] as const)
    await addReviewFile(
      owner,
      { ...own, id, kind, name: `${kind}.pdf`, data: Buffer.from('%PDF-1.7').toString('base64') },
      needs(),
    )
  expect(await submitReview(owner, { ...own, id }, needs())).toMatchObject({ status: 'submitted' })
  return id
}
const applicationOf = async (id: string) => {
  const { rows } = await cell.pool.query(
    'select production_status as status, approved_services as services, approved_scopes as scopes from applications where application_id = $1',
    [id],
  )
  return rows[0]
}
const eventsOf = async (id: string) =>
  (await cell.pool.query('select from events where application_id = $1', [id])).rowCount
const proposalsOf = async (id: string) => {
  const { rows } = await home.pool.query('select status from proposals where subject = $1', [id])
  return rows.map(({ status }) => status)
}

test('two reviewers approve a review in the cell, with the status, the event and the entries there', async () => {
  const id = await submitted('app_live')
  const reason = 'The dossier is complete.'
  await proposeReview(reviewer('amina'), { id, decision: 'approve', reason }, needs())
  expect(await proposalsOf(id)).toEqual(['proposed'])
  expect(await readReviewForDesk(reviewer('baraka'), { id }, needs())).toMatchObject({
    ...{ status: 'in_review', organization_id: 'org_bank', proposal: { proposed_by: 'amina' } },
  })
  const decide = (name: string) => decideProposedReview(reviewer(name), { id, accept: true }, needs())
  await expect(decide('amina')).rejects.toMatchObject({ code: 'second_person_required' })
  expect(await decide('baraka')).toMatchObject({ status: 'approved', decided: { status: 'executed' } })
  expect(await applicationOf('app_live')).toEqual({
    ...{ status: 'approved', services: ['kyc_validation'], scopes: ['kyc.religion'] },
  })
  // Submitted, in review, approved.
  expect(await eventsOf('app_live')).toBe(3)
  const entries = async ({ pool }: TestDatabase) =>
    (await pool.query(`select from acts where subject = $1 and action like 'reviews.%'`, [id])).rowCount
  expect([await entries(home), (await entries(cell)) ?? 0]).toEqual([0, 7])
  const own = { organization_id: 'org_bank', application_id: 'app_live' }
  expect((await listOwnReviews(owner, own, needs())).data).toMatchObject([{ id, status: 'approved' }])
})

/** A statement on a review fails in the cell, or its commit does. */
const failing = async (when: 'statement' | 'commit', work: () => Promise<unknown>): Promise<unknown> => {
  await cell.pool.query(
    `create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'it fails'; end $$;
     create constraint trigger fails after update on production_reviews
       deferrable initially ${when === 'commit' ? 'deferred' : 'immediate'} for each row execute function fail()`,
  )
  try {
    return await work().catch(({ message }) => message)
  } finally {
    await cell.pool.query('drop trigger fails on production_reviews')
  }
}
const statusOf = async (id: string) => {
  const { rows } = await cell.pool.query('select status from production_reviews where review_id = $1', [id])
  return rows[0]?.status
}

test('a step of two people is taken back in home if the act of the cell fails, and may be repeated if it is not', async () => {
  const id = await submitted('app_failing')
  const propose = (reason = 'Complete.') =>
    proposeReview(reviewer('amina'), { id, decision: 'approve', reason }, needs())
  expect(await failing('statement', propose)).toBe('it fails')
  expect(await proposalsOf(id)).toEqual(['ended'])
  // As if the process ended between the commits of both databases.
  expect(await failing('commit', propose)).toBe('it fails')
  expect([(await proposalsOf(id)).toSorted(), await statusOf(id)]).toEqual([
    ['ended', 'proposed'],
    'submitted',
  ])
  await expect(propose('Another reason.')).rejects.toMatchObject({ code: 'state_conflict' })
  expect(await propose()).toMatchObject({ status: 'in_review' })
  const accept = () => decideProposedReview(reviewer('baraka'), { id, accept: true }, needs())
  expect(await failing('statement', accept)).toBe('it fails')
  await home.pool.query(`update organizations set account_status = 'suspended'`)
  await expect(accept()).rejects.toMatchObject({ code: 'state_conflict' })
  await home.pool.query(`update organizations set account_status = 'verified'`)
  expect((await proposalsOf(id)).toSorted()).toEqual(['ended', 'proposed'])
  expect(await accept()).toMatchObject({ status: 'approved', decided: { status: 'executed' } })
  expect((await proposalsOf(id)).toSorted()).toEqual(['ended', 'executed'])
})

test('a command that proposes an approval can be repeated after its process ended', async () => {
  const id = await submitted('app_repeated')
  const approve = (name: string) =>
    decideReview(reviewer(name), { id, decision: 'approve', reason: 'Complete.' }, needs())
  expect(await failing('commit', () => approve('amina'))).toBe('it fails')
  expect(await approve('amina')).toMatchObject({ status: 'proposed', review: { status: 'in_review' } })
  await home.pool.query(`update organizations set account_status = 'suspended'`)
  await expect(approve('baraka')).rejects.toMatchObject({ code: 'state_conflict' })
  await home.pool.query(`update organizations set account_status = 'verified'`)
  expect(await approve('baraka')).toMatchObject({ status: 'decided' })
  expect(await proposalsOf(id)).toEqual(['executed'])
})

test('a review without a time of submission is the last of a list', async () => {
  const [id, later] = [await submitted('app_untimed'), await submitted('app_timed')]
  await cell.pool.query('update production_reviews set submitted_at = null where review_id = $1', [id])
  const ids = (await listReviews(reviewer('amina'), {}, needs())).map((one) => one.id)
  expect([ids.at(-1), ids.includes(later)]).toEqual([id, true])
})

test('a review of the cell that is withdrawn or decided by a command ends its proposal in home', async () => {
  const [withdrawn, decided] = [await submitted('app_withdrawn'), await submitted('app_decided')]
  for (const id of [withdrawn, decided])
    await proposeReview(reviewer('amina'), { id, decision: 'approve', reason: 'Complete.' }, needs())
  const own = { organization_id: 'org_bank', application_id: 'app_withdrawn', id: withdrawn }
  expect(await withdrawReview(owner, own, needs())).toMatchObject({ status: 'rejected' })
  const reject = { id: decided, decision: 'reject', reason: 'Not complete.' } as const
  expect(await decideReview(reviewer('baraka'), reject, needs())).toMatchObject({ status: 'decided' })
  expect([await proposalsOf(withdrawn), await proposalsOf(decided)]).toEqual([['ended'], ['ended']])
  expect((await applicationOf('app_decided'))?.status).toBe('rejected')
})

test('lists have the reviews of all databases, and name one that does not answer', async () => {
  const id = await submitted('app_listed')
  const { data } = await listReviewsForDesk(reviewer('amina'), { status: 'submitted' }, needs())
  expect(data.map((one) => one.id)).toContain(id)
  const away = await listReviewsForDesk(reviewer('amina'), { status: 'submitted' }, needs(true))
  expect([away.data, away.unread]).toEqual([[], ['north']])
  expect(await placeOfReview(needs().databases(), id)).toEqual({ name: 'north', organizationId: 'org_bank' })
  const incomplete = { code: 'history_incomplete' }
  await expect(placeOfReview(needs(true).databases(), id)).rejects.toMatchObject(incomplete)
  await expect(listReviews(reviewer('amina'), {}, needs(true))).rejects.toMatchObject(incomplete)
  expect((await listReviews(reviewer('amina'), {}, needs())).map((one) => one.id)).toContain(id)
})

test('the open review of an organization that home has closed ends in the cell', async () => {
  const id = await submitted('app_closed')
  await cell.pool.query(`update organizations set account_status = 'closed'`)
  try {
    await endReviewsInCell(needs())
  } finally {
    await cell.pool.query(`update organizations set account_status = 'verified'`)
  }
  const { rows } = await cell.pool.query(
    'select status, reason from production_reviews where review_id = $1',
    [id],
  )
  expect([rows, (await applicationOf('app_closed'))?.status]).toEqual([
    [{ status: 'rejected', reason: 'closed' }],
    'rejected',
  ])
})
