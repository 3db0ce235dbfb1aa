import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListCursors } from '../../gateway/acts/index.ts'
import { approveTopUp, changeMode, requestTopUp } from '../../money/invoicing/index.ts'
import { restoreOrganization, suspendOrganization } from '../../organizations/organizations/index.ts'
import { decideReview } from '../../organizations/reviews/index.ts'
import { disableOperator } from '../operators/index.ts'
import { type DeskPerson, type DeskWorld, machine, rules, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let amina: DeskPerson
let jonas: DeskPerson
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer'], { name: 'Amina Mbuyi' })
  jonas = await world.enrol(['reviewer', 'supervisor'], { name: 'Jonas Ilunga' })
  await world.enrol(['supervisor'], { name: 'Grace Kalala' })
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

const byCommand = (name: string) =>
  ({ kind: 'operator', name, roles: ['reviewer', 'supervisor'], account: name }) as const
const byOfficer = (name: string) =>
  ({ kind: 'operator', name, roles: ['billing_officer'], account: name }) as const
const moneyNeeds = () => ({ ...world.platform, oneAccountMayBeTwo: false })
const commandNeeds = () => ({
  ...{ ...world.platform, rules },
  cursors: createListCursors(deriveKey(world.platform.rootKey, 'desk-cursors')),
  dossierVault: world.platform.vaultFor('dossiers'),
  requestsVault: world.platform.vaultFor('requests'),
})
const eventsOf = async (applicationId: string) => {
  const { rows } = await world.database.pool.query<{ type: string }>(
    'select type from events where application_id = $1 order by position',
    [applicationId],
  )
  return rows.length
}
const enhanced = () => submittedReview(world, amina, { scopes: ['kyc.religion'] })
const proposal = { decision: 'approve', reason: 'The dossier is complete.' }

test('an enhanced review is proposed by one reviewer and decided by another one, with the event', async () => {
  const { review, application, owner } = await enhanced()
  const path = `/reviews/${review}`
  expect((await amina.post(`${path}/claim`)).json).toMatchObject({
    claimed_by: amina.name,
    status: 'in_review',
  })
  expect((await amina.post(`${path}/propose`, proposal)).json).toMatchObject({
    proposal: { proposed_by: amina.name, reason: proposal.reason, content: { services: ['kyc_validation'] } },
  })
  expect((await jonas.get('/queue')).json.data).toContainEqual(
    expect.objectContaining({ kind: 'review', id: review, waits_for: 'second_person' }),
  )
  const before = await eventsOf(application)
  expect((await amina.post(`${path}/decide`, { accept: true })).json).toMatchObject({ error: 'conflict' })
  const second = await world.signInAgain(amina)
  expect((await second.post(`${path}/decide`, { accept: true })).json).toMatchObject({ error: 'conflict' })
  expect((await jonas.post(`${path}/decide`, { accept: true, reason: 'I agree.' })).json).toMatchObject({
    status: 'approved',
    decided: { status: 'executed', decided_by: jonas.name, decided_reason: 'I agree.' },
  })
  expect(await eventsOf(application)).toBe(before + 1)
  expect(
    (await owner.get(`/organizations/${owner.organization}/applications/${application}`)).json,
  ).toMatchObject({ production_status: 'approved', approved_services: ['kyc_validation'] })
})

test('a command under the same name is the same person, under any spelling', async () => {
  const { review } = await enhanced()
  await amina.post(`/reviews/${review}/propose`, proposal)
  await expect(
    decideReview(byCommand(' AMINA  mbuyi'), { id: review, decision: 'approve' }, commandNeeds()),
  ).rejects.toMatchObject({ code: 'second_person_required' })
  // Outside a demo, a name that no operator has is no second person.
  await expect(
    decideReview(byCommand('An invented name'), { id: review, decision: 'approve' }, commandNeeds()),
  ).rejects.toMatchObject({ code: 'not_permitted' })
  const decided = await decideReview(
    byCommand('Grace Kalala'),
    { id: review, decision: 'approve' },
    commandNeeds(),
  )
  expect(decided.status).toBe('decided')
})

test('of two decisions at the same moment, exactly one counts', async () => {
  const { review, application } = await enhanced()
  await amina.post(`/reviews/${review}/propose`, proposal)
  const before = await eventsOf(application)
  const other = await world.enrol(['reviewer'])
  const both = await Promise.all(
    [jonas, other].map((one) => one.post(`/reviews/${review}/decide`, { accept: true })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await eventsOf(application)).toBe(before + 1)
})

test('a proposal ends after 24 hours, when it is declined, and with a disabled person', async () => {
  const { review } = await enhanced()
  const path = `/reviews/${review}`
  const passing = await world.enrol(['reviewer'])
  await passing.post(`${path}/propose`, proposal)
  expect((await jonas.post(`${path}/decide`, { accept: false, reason: 'Not yet.' })).json).toMatchObject({
    ...{ status: 'in_review', proposal: null },
    decided: { status: 'declined', decided_reason: 'Not yet.' },
  })
  await passing.post(`${path}/propose`, proposal)
  await disableOperator(machine, { id: passing.id }, world.operatorNeeds)
  expect((await jonas.post(`${path}/decide`, { accept: true })).status).toBe(409)
  await jonas.post(`${path}/propose`, proposal)
  world.platform.clock.advance(24 * 3_600_000)
  const later = await world.signInAgain(amina)
  expect((await later.post(`${path}/decide`, { accept: true })).status).toBe(409)
  amina = { ...amina, ...later }
  jonas = { ...jonas, ...(await world.signInAgain(jonas)) }
})

test('a change between the proposal and the decision ends the proposal', async () => {
  const { review } = await enhanced()
  const path = `/reviews/${review}`
  await amina.post(`${path}/propose`, proposal)
  await world.database.pool.query(
    'update production_reviews set version = version + 1 where review_id = $1',
    [review],
  )
  expect((await jonas.post(`${path}/decide`, { accept: true })).json).toMatchObject({
    error: 'changed_meanwhile',
  })
  expect((await jonas.get(path)).json).toMatchObject({ proposal: null })
  expect((await jonas.post(`${path}/decide`, { accept: true })).status).toBe(409)
})

test('a member of the organization decides nothing, also where the membership began during the review', async () => {
  const { review, application, owner } = await enhanced()
  await amina.post(`/reviews/${review}/propose`, proposal)
  const member = await world.console.signUp({ email: jonas.email })
  await world.database.pool.query(
    `insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, '{developer}', now())`,
    [owner.organization, member.id],
  )
  expect((await jonas.post(`/reviews/${review}/decide`, { accept: true })).json).toMatchObject({
    error: 'not_permitted',
  })
  const restore = { service: 'kyc_validation', reason: 'A reason.' }
  expect((await jonas.post(`/applications/${application}/restore`, restore)).json).toMatchObject({
    error: 'not_permitted',
  })
  const path = `/organizations/${owner.organization}`
  const refused = { error: 'not_permitted' }
  expect((await jonas.post(`${path}/verify`)).json).toMatchObject(refused)
  for (const verb of ['refuse', 'suspend', 'restore'])
    expect((await jonas.post(`${path}/${verb}`, { reason: 'A reason.' })).json).toMatchObject(refused)
  const { json } = await amina.post(`${path}/suspend`, { reason: 'An inquiry.' })
  const { proposal: proposed } = json as unknown as { proposal: { id: string } }
  const decline = `/proposals/${proposed.id}/decline`
  expect((await jonas.post(decline, { reason: 'No.' })).json).toMatchObject(refused)
  expect((await amina.post(decline, { reason: 'No.' })).json).toMatchObject({ status: 'declined' })
})

test('two people suspend an organization, one of them by a command, and a decision between ends it', async () => {
  const { owner } = await enhanced()
  const path = `/organizations/${owner.organization}`
  const rename = async (name: string) => {
    const { json } = await owner.get(path)
    expect((await owner.patch(path, { name }, json.version)).json).toMatchObject({ status: 'pending' })
  }
  const body = { reason: 'An inquiry.' }
  const input = { organization_id: owner.organization, ...body }
  const grace = byCommand('Grace Kalala')
  expect((await amina.post(`${path}/suspend`, body)).json).toMatchObject({ status: 'proposed' })
  await rename('Banque nouvelle')
  await jonas.post(`${path}/verify`)
  await expect(suspendOrganization(grace, input, commandNeeds())).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await amina.post(`${path}/suspend`, body)).json).toMatchObject({ status: 'proposed' })
  // The owner cannot end the proposal.
  await rename('Banque encore nouvelle')
  await suspendOrganization(grace, input, commandNeeds())
  expect((await amina.get(path)).json).toMatchObject({ status: 'suspended', status_reason: 'An inquiry.' })
  // The new name was not verified, and the restoration does not verify it.
  await amina.post(`${path}/restore`, body)
  await restoreOrganization(grace, input, commandNeeds())
  expect((await amina.get(path)).json).toMatchObject({ status: 'pending' })
  // Without an open proposal, operators refuse a pending organization.
  expect((await amina.post(`${path}/suspend`, body)).status).toBe(409)
})

test('services are suspended with one event, and one is restored with another', async () => {
  const services = ['kyc_validation', 'age_verification']
  const { review, application, owner } = await submittedReview(world, amina, { services })
  await amina.post(`/reviews/${review}/propose`, proposal)
  await amina.post(`/reviews/${review}/decide`, { accept: true })
  const before = await eventsOf(application)
  const path = `/applications/${application}`
  expect((await amina.post(`${path}/suspend`, { services, reason: 'Misuse.' })).json).toMatchObject({
    approved_services: [],
    production_status: 'approved',
  })
  expect(await eventsOf(application)).toBe(before + 1)
  const restore = { service: 'kyc_validation', reason: 'The misuse has ended.' }
  expect((await amina.post(`${path}/restore`, restore)).json).toMatchObject({ status: 'proposed' })
  const other = await world.enrol(['supervisor'])
  expect((await other.get('/queue')).json.data).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'proposal', title: 'applications.restore_service' },
      sentence: { en: 'Gives a suspended service back', fr: expect.any(String) },
    }),
  )
  const own = `/organizations/${owner.organization}/applications/${application}`
  const { json: shown } = await owner.get(own)
  expect((await owner.patch(own, { name: 'Another name' }, shown.version)).status).toBe(200)
  expect((await other.post(`${path}/restore`, restore)).json).toMatchObject({
    status: 'restored',
    is_live: true,
  })
  expect(await eventsOf(application)).toBe(before + 2)
})

test('a service that was suspended before the approval was withdrawn does not come back', async () => {
  const { review, application } = await submittedReview(world, amina, { scopes: [] })
  await amina.post(`/reviews/${review}/propose`, proposal)
  await amina.post(`/reviews/${review}/decide`, { accept: true })
  const path = `/applications/${application}`
  await amina.post(`${path}/suspend`, { services: ['kyc_validation'], reason: 'Misuse.' })
  const restore = { service: 'kyc_validation', reason: 'The misuse has ended.' }
  await amina.post(`${path}/restore`, restore)
  expect((await amina.post(`${path}/suspend`, { reason: 'Fraud.' })).json).toMatchObject({
    production_status: 'rejected',
  })
  const other = await world.enrol(['supervisor'])
  expect(await other.post(`${path}/restore`, restore)).toMatchObject({ status: 412 })
  await amina.post(`${path}/restore`, restore)
  expect((await other.post(`${path}/restore`, restore)).json).toMatchObject({
    approved_services: [],
    is_live: false,
  })
})

test('a restoration that a disabled operator proposed needs two other people', async () => {
  const { review, application } = await submittedReview(world, amina, { scopes: [] })
  await amina.post(`/reviews/${review}/propose`, proposal)
  await amina.post(`/reviews/${review}/decide`, { accept: true })
  const path = `/applications/${application}`
  await amina.post(`${path}/suspend`, { services: ['kyc_validation'], reason: 'Misuse.' })
  const restore = { service: 'kyc_validation', reason: 'The misuse has ended.' }
  const leaving = await world.enrol(['supervisor'])
  expect((await leaving.post(`${path}/restore`, restore)).json).toMatchObject({ status: 'proposed' })
  await world.database.pool.query('update operators set disabled_at = now() where name = $1', [leaving.name])
  expect((await amina.post(`${path}/restore`, restore)).json).toMatchObject({ status: 'proposed' })
})

test('without its entry, a reading of sealed data gives no answer', async () => {
  const { review } = await enhanced()
  const acts = world.database.pool
  await acts.query(`create function refuse_acts() returns trigger language plpgsql as
    $$ begin raise exception 'unwritable'; end $$`)
  await acts.query(
    'create trigger refuse_acts before insert on acts for each row execute function refuse_acts()',
  )
  try {
    const answer = await amina.get(`/reviews/${review}`)
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(answer.json)).not.toContain('A text')
  } finally {
    await acts.query('drop trigger refuse_acts on acts')
    await acts.query('drop function refuse_acts()')
    world.logged.splice(0)
  }
  expect((await amina.get(`/reviews/${review}`)).json).toMatchObject({ answers: { legal_basis: 'A text' } })
})

test('no one executes a declined act on money, and the log names its proposer', async () => {
  const { owner } = await submittedReview(world, amina, {})
  const first = await world.enrol(['billing_officer'])
  const second = await world.enrol(['billing_officer'])
  const path = `/billing/organizations/${owner.organization}/adjust`
  const adjustment = { amount: 5, reason: 'A correction.' }
  const { json: proposed } = await first.post(path, adjustment)
  expect(proposed).toMatchObject({ object: 'proposal', status: 'proposed' })
  const decline = `/billing/proposals/${proposed.id}/decline`
  expect((await amina.post(decline, { reason: 'No.' })).json.error).toBe('not_permitted')
  expect((await second.post(decline, { reason: ' ' })).json.error).toBe('invalid_request')
  expect((await second.post(decline, { reason: 'The amount is wrong.' })).json).toMatchObject({
    ...{ id: proposed.id, status: 'declined', organization_id: owner.organization },
  })
  expect((await second.post(decline, { reason: 'Again.' })).status).toBe(409)
  expect((await second.get('/billing/proposals')).json.data.map(({ id }) => id)).not.toContain(proposed.id)
  // A process of an earlier release asks for the time of the proposal alone.
  const lapsed = `select from billing_proposals where proposal_id = $1 and proposed_at < $2::timestamptz - interval '24 hours'`
  const atNow = [proposed.id, new Date(world.platform.clock.now())]
  expect((await world.database.pool.query(lapsed, atNow)).rowCount).toBe(1)
  // The same act begins again with a first person.
  expect((await second.post(path, adjustment)).json).toMatchObject({ status: 'proposed' })
  const { rows } = await world.database.pool.query(
    `select actor, after from acts where action = 'billing.decline_proposal' and subject = $1`,
    [proposed.id],
  )
  expect(rows).toMatchObject([
    { actor: second.name, after: { proposed_by: first.name, reason: 'The amount is wrong.' } },
  ])
})

test('who agrees to a proposal of money that was executed meanwhile is refused, and proposes nothing', async () => {
  const { owner } = await submittedReview(world, amina, {})
  const first = await world.enrol(['billing_officer'])
  const second = await world.enrol(['billing_officer'])
  const third = await world.enrol(['billing_officer'])
  const path = `/billing/organizations/${owner.organization}/adjust`
  const adjustment = { amount: 7, reason: 'A correction.' }
  const { json: proposed } = await first.post(path, adjustment)
  const agreed = { ...adjustment, proposal_id: proposed.id }
  const refused = { status: 412, json: { error: 'changed_meanwhile' } }
  expect(await second.post(path, { ...agreed, amount: 8 })).toMatchObject(refused)
  expect(await first.post(path, agreed)).toMatchObject(refused)
  expect((await second.post(path, agreed)).json).toMatchObject({ object: 'wallet' })
  expect(await third.post(path, agreed)).toMatchObject(refused)
  const { rows } = await world.database.pool.query(
    'select executed_by from billing_proposals where organization_id = $1',
    [owner.organization],
  )
  expect(rows).toEqual([{ executed_by: second.name }])
})

test('a person at the desk agrees to a change of mode that a command proposed without a reason', async () => {
  const { owner } = await submittedReview(world, amina, {})
  const first = await world.enrol(['billing_officer'])
  const second = await world.enrol(['billing_officer'])
  const of = { organization_id: owner.organization }
  const mode = { mode: 'postpaid' as const, credit_limit: null }
  const proposed = await changeMode(byOfficer(first.name), { ...of, ...mode }, moneyNeeds())
  expect(proposed).toMatchObject({ status: 'proposed', command: mode })
  const path = `/billing/organizations/${owner.organization}/mode`
  const agreed = { ...mode, proposal_id: (proposed as { id: string }).id }
  expect((await second.post(path, agreed)).json).toMatchObject({ object: 'wallet', mode: 'postpaid' })
})

test('who agrees to a proposal that was executed meanwhile is refused, and proposes nothing', async () => {
  const supervisors = await Promise.all([world.enrol(['supervisor']), world.enrol(['supervisor'])])
  const [second, third] = supervisors as [DeskPerson, DeskPerson]
  const lost = await world.enrol(['reviewer'])
  const { owner } = await enhanced()
  const refused = { status: 412, json: { error: 'changed_meanwhile' } }
  for (const [path, subject] of [
    [`/organizations/${owner.organization}/suspend`, owner.organization],
    [`/operators/${lost.id}/second-factor-recovery`, lost.id],
  ] as const) {
    const { json } = await jonas.post(path, { reason: 'An inquiry.' })
    const { proposal: proposed } = json as unknown as { proposal: { id: string } }
    const agreed = { reason: 'I agree.', proposal_id: proposed.id }
    expect((await jonas.post(path, agreed)).json).toMatchObject({ status: 'proposed' })
    expect((await second.post(path, agreed)).status).toBe(200)
    expect(await third.post(path, agreed)).toMatchObject(refused)
    const { rows } = await world.database.pool.query(
      'select decided_by from proposals where subject = $1 and act <> $2',
      [subject, 'reviews.decide'],
    )
    expect(rows).toEqual([{ decided_by: second.name }])
  }
})

test('an approval of money has the reasons of both people, and a spelling makes no second person', async () => {
  const { owner } = await submittedReview(world, amina, {})
  const first = await world.enrol(['billing_officer'], { name: 'Ève Mbayo' })
  const second = await world.enrol(['billing_officer'])
  const of = { organization_id: owner.organization }
  const { id } = await requestTopUp(machine, { ...of, amount: 2_000_000_000 }, moneyNeeds())
  const path = `/billing/organizations/${owner.organization}/top-ups/${id}/approve`
  expect((await first.post(path, { reason: 'The contract asks for it.' })).json).toMatchObject({
    ...{ status: 'proposed', reason: 'The contract asks for it.' },
  })
  const again = await approveTopUp(byOfficer(' ÈVE  mbayo'), { ...of, id, reason: 'Again.' }, moneyNeeds())
  expect(again).toMatchObject({ status: 'proposed' })
  expect((await second.post(path, { reason: ' ' })).status).toBe(400)
  expect((await second.post(path, { reason: 'I compared the contract.' })).json).toMatchObject({
    status: 'approved',
  })
  const both = {
    ...{ proposed_by: first.name, reason: 'The contract asks for it.' },
    ...{ decided_by: second.name, decided_reason: 'I compared the contract.' },
  }
  const { json: decided } = await first.get('/billing/proposals?status=executed')
  expect(decided.data).toContainEqual(expect.objectContaining({ status: 'executed', ...both }))
  const { rows } = await world.database.pool.query(
    `select after from acts where action = 'billing.approve_top_up' and actor = $1`,
    [second.name],
  )
  expect(rows[0].after).toMatchObject({
    ...{ proposed_by: first.name, proposed_reason: both.reason, reason: both.decided_reason },
  })
})
