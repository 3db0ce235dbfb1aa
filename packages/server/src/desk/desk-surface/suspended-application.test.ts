import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListCursors } from '../../gateway/acts/index.ts'
import { decideReview, updateApproval } from '../../organizations/reviews/index.ts'
import { type DeskPerson, type DeskWorld, rules, startDesk } from './testing/desk-world.ts'
import { reviewParts, submittedReview } from './testing/submitted-review.ts'

/** A suspension holds until it is restored (spec/organizations#suspension-of-a-service). */

type Submitted = Awaited<ReturnType<typeof submittedReview>>

let world: DeskWorld
let [amina, jonas, auditor] = [] as unknown as [DeskPerson, DeskPerson, DeskPerson]
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer'])
  jonas = await world.enrol(['reviewer', 'supervisor'])
  auditor = await world.enrol(['auditor'])
  await world.enrol(['supervisor'], { name: byCommand.name })
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

const byCommand = { kind: 'operator', name: 'machine', roles: ['supervisor'], account: 'root' } as const
const commandNeeds = () => ({
  ...{ ...world.platform, rules, isDemo: async () => false },
  cursors: createListCursors(deriveKey(world.platform.rootKey, 'desk-cursors')),
  dossierVault: world.platform.vaultFor('dossiers'),
  requestsVault: world.platform.vaultFor('requests'),
  credentialsVault: world.platform.vaultFor('credentials'),
})
const approval = { decision: 'approve', reason: 'The dossier is complete.' }

/** One person approves a review that is not enhanced, and two approve the others. */
const approve = async (review: string) => {
  await amina.post(`/reviews/${review}/propose`, approval)
  return jonas.post(`/reviews/${review}/decide`, { accept: true })
}
const approved = async (choice: Parameters<typeof submittedReview>[2] = {}) => {
  const submitted = await submittedReview(world, amina, choice)
  expect((await approve(submitted.review)).json).toMatchObject({ status: 'approved' })
  return submitted
}
const reviewsOf = ({ owner, application }: Submitted) =>
  `/organizations/${owner.organization}/applications/${application}/reviews`

/** A further review of the same application, which its organization submitted. */
const further = async (submitted: Submitted, covered: object = {}): Promise<string> => {
  const review = await reviewParts(submitted.owner, reviewsOf(submitted), covered)
  expect((await submitted.owner.post(`${reviewsOf(submitted)}/${review}/submit`)).status).toBe(200)
  return review
}
const stateOf = async ({ application }: Submitted) => {
  const { rows } = await world.database.pool.query(
    `select production_status as status, approved_services as live, scopes from applications
     where application_id = $1`,
    [application],
  )
  return rows[0]
}
/** The objects of the proposals that wait for a second person. */
const openSubjects = async (): Promise<string[]> => {
  const { json } = await auditor.get('/proposals')
  return (json.data as unknown as { subject: string }[]).map(({ subject }) => subject)
}
const entriesOf = async (action: string, subject: string) => {
  const { rows } = await world.database.pool.query(
    'select before, after from acts where action = $1 and subject = $2',
    [action, subject],
  )
  return rows
}
const setStatus = (organization: string, status: string) =>
  world.database.pool.query('update organizations set account_status = $2 where organization_id = $1', [
    ...[organization, status],
  ])
const ended = { status: 'rejected', live: [] }
const refused = { status: 409, json: { error: 'conflict' } }

test('the open review ends with the approval of its application, and no decision gives the services back', async () => {
  const submitted = await approved()
  const review = await further(submitted)
  await amina.post(`/reviews/${review}/claim`)
  await amina.post(`/reviews/${review}/propose`, approval)
  expect(await openSubjects()).toContain(review)
  const suspension = await amina.post(`/applications/${submitted.application}/suspend`, { reason: 'Fraud.' })
  expect(suspension.json).toMatchObject({ production_status: 'rejected', approved_services: [] })

  expect(await jonas.post(`/reviews/${review}/decide`, { accept: true })).toMatchObject(refused)
  expect(await jonas.post(`/reviews/${review}/propose`, approval)).toMatchObject(refused)
  const command = { id: review, decision: 'approve' } as const
  await expect(decideReview(byCommand, command, commandNeeds())).rejects.toMatchObject({
    code: 'state_conflict',
  })
  expect(await stateOf(submitted)).toMatchObject(ended)
  const queue = await jonas.get('/queue')
  expect(queue.json.data.map(({ id }) => id)).not.toContain(review)
  const { json } = await submitted.owner.get(`${reviewsOf(submitted)}/${review}`)
  expect(json).toMatchObject({
    ...{ status: 'rejected', reason: 'Fraud.', decided_at: expect.any(String) },
    messages: [{ from: 'reviewer', text: 'Fraud.' }],
  })
  expect(await openSubjects()).not.toContain(review)
  expect(await entriesOf('applications.suspend', submitted.application)).toEqual([
    {
      before: {
        ...{ production_status: 'in_review', approved_services: ['kyc_validation'], withheld_approvals: [] },
        ...{ approved_scopes: [], approved_purposes: ['customer_onboarding'] },
        ended_review: { id: review, status: 'in_review' },
      },
      after: {
        ...{ production_status: 'rejected', approved_services: [], withheld_approvals: [] },
        ...{ approved_scopes: [], approved_purposes: [], suspended_services: [], reason: 'Fraud.' },
        ended_review: { id: review, status: 'rejected' },
      },
    },
  ])

  // A new review may follow, and its approval is a decision of its own.
  expect((await approve(await further(submitted))).json).toMatchObject({ status: 'approved' })
  expect(await stateOf(submitted)).toMatchObject({ status: 'approved', live: ['kyc_validation'] })
})

test('a review in which changes were requested cannot be submitted again after the approval ended', async () => {
  const submitted = await approved()
  const review = await further(submitted)
  await amina.post(`/reviews/${review}/request-changes`, { reason: 'One text is short.' })
  await amina.post(`/applications/${submitted.application}/suspend`, { reason: 'Fraud.' })
  expect(await submitted.owner.post(`${reviewsOf(submitted)}/${review}/submit`)).toMatchObject(refused)
  expect(await stateOf(submitted)).toMatchObject(ended)
})

test('a command that withdraws an approval ends the open review, too', async () => {
  const submitted = await approved()
  const review = await further(submitted)
  const withdrawal = {
    ...{ application_id: submitted.application, settings: { approved: false } },
    reason: 'The contract ended.',
  }
  await updateApproval(byCommand, withdrawal, commandNeeds())
  expect(await amina.post(`/reviews/${review}/propose`, approval)).toMatchObject(refused)
  expect((await amina.get(`/reviews/${review}`)).json).toMatchObject({
    ...{ status: 'rejected', reason: withdrawal.reason },
  })
  expect(await stateOf(submitted)).toMatchObject(ended)
})

test('of a decision and a suspension at the same moment, the suspension remains', async () => {
  for (let attempt = 0; attempt < 4; attempt++) {
    const submitted = await approved()
    const review = await further(submitted)
    await amina.post(`/reviews/${review}/propose`, approval)
    const [decision, suspension] = await Promise.all([
      jonas.post(`/reviews/${review}/decide`, { accept: true }),
      amina.post(`/applications/${submitted.application}/suspend`, { reason: 'Fraud.' }),
    ])
    expect(suspension.status).toBe(200)
    expect([200, 409]).toContain(decision.status)
    expect(await stateOf(submitted)).toMatchObject(ended)
  }
})

test('the approval of a further review leaves a suspended service suspended, until two people restore it', async () => {
  const submitted = await approved()
  const path = `/applications/${submitted.application}`
  const review = await further(submitted)
  await amina.post(`${path}/suspend`, { services: ['kyc_validation'], reason: 'Misuse.' })
  expect((await approve(review)).json).toMatchObject({ status: 'approved' })
  expect(await stateOf(submitted)).toMatchObject({ status: 'approved', live: [] })
  const restore = { service: 'kyc_validation', reason: 'The misuse has ended.' }
  await amina.post(`${path}/restore`, restore)
  expect((await jonas.post(`${path}/restore`, restore)).json).toMatchObject({ is_live: true })
})

test('an approval that came after the whole approval had ended waits for the restoration of its service', async () => {
  const submitted = await approved()
  const path = `/applications/${submitted.application}`
  await amina.post(`${path}/suspend`, { services: ['kyc_validation'], reason: 'Misuse.' })
  await amina.post(`${path}/suspend`, { reason: 'Fraud.' })
  await approve(await further(submitted))
  expect(await stateOf(submitted)).toMatchObject({ status: 'approved', live: [] })
  const restore = { service: 'kyc_validation', reason: 'The misuse has ended.' }
  await amina.post(`${path}/restore`, restore)
  expect((await jonas.post(`${path}/restore`, restore)).json).toMatchObject({ is_live: true })
})

test('an approval after a suspension grants only the scopes and purposes that it names', async () => {
  const submitted = await approved({ scopes: ['kyc.religion'] })
  expect((await stateOf(submitted)).scopes).toContain('kyc.religion')
  await amina.post(`/applications/${submitted.application}/suspend`, { reason: 'Fraud.' })
  await approve(await further(submitted, { scopes: [] }))
  const after = await stateOf(submitted)
  expect(after).toMatchObject({ status: 'approved', live: ['kyc_validation'] })
  expect(after.scopes).not.toContain('kyc.religion')
})

test('a review or an approval that ended leaves no proposal', async () => {
  const withdrawn = await submittedReview(world, amina, {})
  const changed = await submittedReview(world, amina, {})
  for (const { review } of [withdrawn, changed]) await amina.post(`/reviews/${review}/propose`, approval)
  expect(await openSubjects()).toEqual(expect.arrayContaining([withdrawn.review, changed.review]))
  await withdrawn.owner.post(`${reviewsOf(withdrawn)}/${withdrawn.review}/withdraw`)
  await amina.post(`/reviews/${changed.review}/request-changes`, { reason: 'One text is short.' })
  const { rows } = await world.database.pool.query(
    'select status from proposals where subject = any($1::text[])',
    [[withdrawn.review, changed.review]],
  )
  expect(rows).toEqual([{ status: 'ended' }, { status: 'ended' }])
  const open = await openSubjects()
  for (const { review } of [withdrawn, changed]) expect(open).not.toContain(review)
})

test('an organization that closes ends its open reviews and their proposals', async () => {
  const submitted = await submittedReview(world, amina, {})
  const { review, owner } = submitted
  await amina.post(`/reviews/${review}/propose`, approval)
  expect((await owner.delete(`/organizations/${owner.organization}`)).status).toBe(204)
  expect((await amina.get(`/reviews/${review}`)).json).toMatchObject({
    ...{ status: 'rejected', reason: 'closed', messages: [], proposal: null },
  })
  expect(await stateOf(submitted)).toMatchObject(ended)
  expect(await openSubjects()).not.toContain(review)
  expect(await entriesOf('organizations.close', owner.organization)).toEqual([
    {
      before: { status: 'verified', ended_reviews: [{ id: review, status: 'in_review' }] },
      after: { status: 'closed', ended_reviews: [{ id: review, status: 'rejected' }] },
    },
  ])
})

test('a decision waits for a suspension of the organization that is under way', async () => {
  const { review, owner } = await submittedReview(world, amina, {})
  await amina.post(`/reviews/${review}/propose`, approval)
  const suspension = await world.database.pool.connect()
  try {
    await suspension.query('begin')
    await suspension.query(
      `update organizations set account_status = 'suspended' where organization_id = $1`,
      [owner.organization],
    )
    const decision = jonas.post(`/reviews/${review}/decide`, { accept: true })
    const { rows } = await suspension.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiting = async () =>
      (
        await world.database.pool.query(
          'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
          [rows[0]?.pid],
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await suspension.query('commit')
    expect(await decision).toMatchObject(refused)
  } finally {
    suspension.release(true)
  }
})

test('only a verified organization gets an approval, and the queue has no review of a closed one', async () => {
  const submitted = await submittedReview(world, amina, {})
  const { review, owner } = submitted
  const { organization } = owner
  const waits = async () => (await amina.get('/queue')).json.data.some(({ id }) => id === review)
  await amina.post(`/reviews/${review}/propose`, approval)
  // A new name needs a new verification.
  const path = `/organizations/${organization}`
  await owner.patch(path, { name: 'Another name' }, (await owner.get(path)).json.version)
  expect(await jonas.post(`/reviews/${review}/decide`, { accept: true })).toMatchObject(refused)
  await setStatus(organization, 'suspended')
  expect(await jonas.post(`/reviews/${review}/decide`, { accept: true })).toMatchObject(refused)
  expect(await waits()).toBe(true)
  await setStatus(organization, 'closed')
  expect(await jonas.post(`/reviews/${review}/decide`, { accept: true })).toMatchObject(refused)
  expect(await waits()).toBe(false)
  await setStatus(organization, 'verified')
  expect((await jonas.post(`/reviews/${review}/decide`, { accept: true })).json).toMatchObject({
    status: 'approved',
  })
})
