import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    `insert into organizations (organization_id, name, rccm, account_status, created_at)
     values ('org_bank', 'Banque du Fleuve', 'CD/KNG/RCCM/00-B-00001', 'verified', now())`,
  )
})
afterAll(() => database.drop())

let made = 0
let review: string
/** A review of an application of its own. Null: a draft. */
const reviewWith = async (status: string | null, { enhanced = false } = {}): Promise<string> => {
  const number = ++made
  await database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, production_status, created_at)
     values ($1, 'org_bank', $2, 'production', '{kyc_validation}', '{}', '{customer_onboarding}', 1, $3, now())`,
    [`app_${number}`, `Guichet ${number}`, status],
  )
  await database.pool.query(
    `insert into production_reviews (application_id, review_id, organization_id, status, enhanced, origin, services, scopes,
       purposes, name, created_at, submitted_at)
     values ($1, $2, 'org_bank', $3, $4, 'console', '{kyc_validation}', '{}', '{customer_onboarding}', $5, now(),
       case when $3::text is null then null else now() end)`,
    [`app_${number}`, `rev_${number}`, status, enhanced, `Guichet ${number}`],
  )
  return `rev_${number}`
}
beforeEach(async () => {
  review = await reviewWith('submitted')
})

const nani = (...args: string[]) =>
  runInMemory(['reviews', ...args], {
    ...{ env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }, cwd: '/', account: 'amina' },
  })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
/** The exit code, and the code of the refusal. */
const refusal = async (...args: string[]): Promise<[number, string]> => {
  const { code, out } = await nani(...args, '--json')
  return [code, JSON.parse(out).error.code]
}
const stored = async (id: string) => {
  const { rows } = await database.pool.query(
    `select r.status, r.reason, r.decided_by, a.production_status from production_reviews r join applications a
       using (application_id) where review_id = $1`,
    [id],
  )
  return rows[0]
}
const entriesOf = async (id: string) => {
  const { rows } = await database.pool.query(
    'select action, actor, account from acts where subject = $1 order by act_number',
    [id],
  )
  return rows
}

test('the list has what reviewers see, also of one status; a draft is not among them', async () => {
  const draft = await reviewWith(null)
  const rejected = await reviewWith('rejected')
  const idsOf = async (...args: string[]) =>
    (await json('list', ...args)).data.map(({ id }: { id: string }) => id)
  const all = await idsOf()
  expect(all).toEqual(expect.arrayContaining([review, rejected]))
  expect(all).not.toContain(draft)
  expect(await idsOf('--status', 'rejected')).toContain(rejected)
  expect(await idsOf('--status', 'rejected')).not.toContain(review)
  const unknown = await nani('list', '--status', 'draft')
  expect([unknown.code, unknown.out]).toEqual([2, ''])
  const { out } = await nani('list')
  expect(out.split('\n').find((line) => line.includes(review))).toMatch(/submitted.*Guichet \d+/)
})

test('a dossier is shown with what is missing, and its reading names the person of --as', async () => {
  expect(await json('show', review, '--as', 'Amina Kabeya')).toMatchObject({
    ...{ object: 'review', id: review, status: 'submitted', services: ['kyc_validation'], answers: {} },
    missing: expect.arrayContaining(['answers.retention', 'files.privacy_policy']),
  })
  expect(await entriesOf(review)).toEqual([
    { action: 'reviews.show', actor: 'Amina Kabeya', account: 'amina' },
  ])
})

test.each([
  'show ID',
  'decide ID request-changes --reason No',
  'decide ID reject --reason No',
  'decide ID approve',
])('an unknown review and a draft are missing: %s', async (line) => {
  for (const id of ['rev_none', await reviewWith(null), "' or true --"])
    expect(
      await refusal(...line.split(' ').map((word) => (word === 'ID' ? id : word)), '--as', 'Amina'),
    ).toEqual([...[1, 'object_not_found']])
})

test.each([
  ['request-changes', 'changes_requested'],
  ['reject', 'rejected'],
])('%s needs a reason, which the organization sees, and is decided once', async (decision, status) => {
  expect(await refusal('decide', review, decision, '--as', 'Amina')).toEqual([1, 'reason_required'])
  expect(await stored(review)).toMatchObject({ status: 'submitted', decided_by: null })
  const command = ['decide', review, decision, '--as', 'Amina', '--reason', 'The retention is missing.']
  expect(await json(...command)).toMatchObject({
    ...{ status: 'decided', review: { id: review, status, reason: 'The retention is missing.' } },
  })
  expect(await stored(review)).toMatchObject({ status, production_status: status })
  expect(await entriesOf(review)).toEqual([{ action: 'reviews.decide', actor: 'Amina', account: 'amina' }])
  expect(await refusal(...command)).toEqual([1, 'state_conflict'])
  expect(await entriesOf(review)).toHaveLength(1)
})

test.each(['approved', 'rejected', 'changes_requested'])(
  'there is nothing to decide in the status %s',
  async (status) => {
    const decided = await reviewWith(status)
    for (const decision of ['approve', 'reject', 'request-changes'])
      expect(await refusal('decide', decided, decision, '--as', 'Amina', '--reason', 'Late.')).toEqual([
        ...[1, 'state_conflict'],
      ])
    expect(await stored(decided)).toMatchObject({ status })
  },
)

test('an approval of an incomplete dossier is refused with what is missing', async () => {
  const { code, out } = await nani('decide', review, 'approve', '--as', 'Amina', '--json')
  expect([code, JSON.parse(out).error.code]).toEqual([1, 'state_conflict'])
  expect(out).toContain('answers.retention')
  expect(await stored(review)).toMatchObject({ status: 'submitted' })
})

test('the approval of an enhanced review is proposed by one person, and the same person or account cannot decide it', async () => {
  const enhanced = await reviewWith('submitted', { enhanced: true })
  const approve = (name: string) => ['decide', enhanced, 'approve', '--as', name]
  expect(await json(...approve('Amina'))).toMatchObject({
    ...{ status: 'proposed', review: { status: 'in_review' } },
  })
  expect(await refusal(...approve('Amina'))).toEqual([1, 'second_person_required'])
  expect(await refusal(...approve('Boris'))).toEqual([1, 'second_account_required'])
  const { code, out } = await runInMemory(['reviews', ...approve('Boris'), '--json'], {
    ...{ env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }, cwd: '/', account: 'boris' },
  })
  // The dossier of this test has no answers.
  expect([code, JSON.parse(out).error.code]).toEqual([1, 'state_conflict'])
  expect(await stored(enhanced)).toMatchObject({ status: 'in_review', decided_by: null })
})

test('another word than a decision, and an unknown service, are refused before anything is read', async () => {
  expect(await refusal('decide', review, 'maybe', '--as', 'Amina')).toEqual([1, 'value_invalid'])
  expect(await refusal('decide', review, 'approve', '--services', 'kyc_validation,kyc')).toEqual([
    ...[1, 'value_invalid'],
  ])
  expect(
    await refusal('decide', review, 'approve', '--services', 'face_recognition', '--as', 'Amina'),
  ).toEqual([...[1, 'value_invalid']])
  expect(await entriesOf(review)).toEqual([])
})
