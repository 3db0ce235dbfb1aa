import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTopUp } from '../../money/invoicing/index.ts'
import { disableOperator } from '../operators/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** What waits for a person, and what waits for another one. */

type Waiting = { kind: string; id: string; since: string; waits_for: string; is_late: boolean }
type Parts = { mine: number; second_person: number; late: number }
type Queue = { counts: Record<string, number>; parts: Parts; data: Waiting[] }
type Browser = Pick<DeskPerson, 'get'>

let world: DeskWorld
let application: string
beforeAll(async () => {
  world = await startDesk()
  application = (await submittedReview(world, await world.enrol(['reviewer']), {})).application
})
afterAll(() => world.stop())

const queueOf = async (person: Browser): Promise<Queue> => {
  const { json } = await person.get('/queue')
  return json as unknown as Queue
}
/** The person for which an object waits, as a queue says; undefined: it is not in it. */
const waitsFor = async (person: Browser, id: string): Promise<string | undefined> => {
  const { counts, parts, data } = await queueOf(person)
  for (const [kind, count] of Object.entries(counts))
    expect({ kind, count }).toEqual({ kind, count: data.filter((one) => one.kind === kind).length })
  const seconds = data.filter((one) => one.waits_for === 'second_person').length
  expect(parts).toEqual({
    ...{ mine: data.length - seconds, second_person: seconds },
    late: data.filter(({ is_late }) => is_late).length,
  })
  return data.find((one) => one.id === id)?.waits_for
}
const reason = 'Two witnesses.'

test('a case without an assignee, a dismissal and a proposal of a disabled person', async () => {
  const [first, second] = [await world.enrol(['investigator']), await world.enrol(['investigator'])]
  const [open, dismissed] = [await reportedCase(world, application), await reportedCase(world, application)]
  for (const id of [open, dismissed]) await first.post(`/cases/${id}/start`)
  await world.database.pool.query('update fraud_cases set assignee = null where case_id = $1', [open])
  await first.post(`/cases/${open}/propose`, { status: 'escalated_to_authorities', reason })
  await first.post(`/cases/${dismissed}/propose`, { status: 'dismissed', reason })
  expect(await waitsFor(first, open)).toBeUndefined()
  expect(await waitsFor(second, open)).toBe('second_person')
  // One person may dismiss a case.
  expect(await waitsFor(first, dismissed)).toBe('mine')
  await disableOperator(machine, { id: first.id }, world.operatorNeeds)
  expect(await waitsFor(second, open)).toBe('anyone')
  expect(await waitsFor(second, dismissed)).toBeUndefined()
})

test('where the installation switches the rule of two people off, an own proposal waits for its person', async () => {
  const alone = await startDesk({ fraudTwoPeople: false })
  try {
    const person = await alone.enrol(['investigator', 'reviewer'])
    const { application: own } = await submittedReview(alone, person, {})
    const id = await reportedCase(alone, own)
    await person.post(`/cases/${id}/start`)
    await person.post(`/cases/${id}/propose`, { status: 'confirmed', reason })
    expect(await waitsFor(person, id)).toBe('mine')
  } finally {
    await alone.stop()
  }
})

test('a decision about a case names the proposal that its person read', async () => {
  const [first, second] = [await world.enrol(['investigator']), await world.enrol(['investigator'])]
  const id = await reportedCase(world, application)
  const path = `/cases/${id}`
  await first.post(`${path}/start`)
  await first.post(`${path}/propose`, { status: 'confirmed', reason })
  const openProposal = async () =>
    ((await second.get(path)).json as unknown as { proposal_id: string }).proposal_id
  const proposal_id = await openProposal()
  await first.post(`${path}/decide`, { decision: 'reject', reason: 'A better one follows.' })
  await first.post(`${path}/propose`, { status: 'escalated_to_authorities', reason })
  for (const decision of ['accept', 'reject'])
    expect(await second.post(`${path}/decide`, { decision, reason, proposal_id })).toMatchObject({
      status: 412,
      json: {
        error: 'changed_meanwhile',
        current: { id, proposal: { status: 'escalated_to_authorities', by: first.name } },
      },
    })
  const agreed = { decision: 'accept', proposal_id: await openProposal() }
  expect((await second.post(`${path}/decide`, agreed)).json).toMatchObject({
    status: 'escalated_to_authorities',
  })
})

test('an own proposal to approve an enhanced review waits for another reviewer', async () => {
  const [reviewer, other] = [await world.enrol(['reviewer']), await world.enrol(['reviewer'])]
  const { review } = await submittedReview(world, reviewer, { scopes: ['kyc.religion'] })
  const { review: simple } = await submittedReview(world, reviewer, {})
  for (const id of [review, simple]) {
    await reviewer.post(`/reviews/${id}/claim`)
    await reviewer.post(`/reviews/${id}/propose`, { decision: 'approve', reason })
  }
  expect(await waitsFor(reviewer, review)).toBeUndefined()
  expect(await waitsFor(reviewer, simple)).toBe('mine')
  expect(await waitsFor(other, review)).toBe('second_person')
})

test('a top-up whose approval is proposed waits as that proposal', async () => {
  const [first, second] = [await world.enrol(['billing_officer']), await world.enrol(['billing_officer'])]
  const { owner } = await submittedReview(world, await world.enrol(['reviewer']), {})
  const of = { organization_id: owner.organization }
  const needs = { ...world.platform, oneAccountMayBeTwo: false }
  const { id } = await requestTopUp(machine, { ...of, amount: 2_000_000_000 }, needs)
  expect(await waitsFor(first, id)).toBe('anyone')
  const path = `/billing/organizations/${owner.organization}/top-ups/${id}/approve`
  const { json: proposed } = await first.post(path, { reason })
  for (const person of [first, second]) expect(await waitsFor(person, id)).toBeUndefined()
  expect(await waitsFor(first, proposed.id)).toBeUndefined()
  expect(await waitsFor(second, proposed.id)).toBe('second_person')
  await second.post(`/billing/proposals/${proposed.id}/decline`, { reason })
  expect(await waitsFor(first, id)).toBe('anyone')
})

test('an own proposal about a case waits for another investigator, until it ends after 24 hours', async () => {
  const [first, second] = [await world.enrol(['investigator']), await world.enrol(['investigator'])]
  const id = await reportedCase(world, application)
  await first.post(`/cases/${id}/start`)
  expect(await waitsFor(first, id)).toBe('mine')
  expect(await waitsFor(second, id)).toBeUndefined()
  expect((await first.post(`/cases/${id}/propose`, { status: 'confirmed', reason })).status).toBe(200)
  expect(await waitsFor(first, id)).toBeUndefined()
  expect(await waitsFor(second, id)).toBe('second_person')

  world.platform.clock.advance(24 * 3_600_000)
  const [later, other] = [await world.signInAgain(first), await world.signInAgain(second)]
  expect(await waitsFor(later, id)).toBe('mine')
  expect(await waitsFor(other, id)).toBeUndefined()
  expect((await later.get(`/cases/${id}`)).json).toMatchObject({ proposal: null, proposal_id: null })
})

test('an objection waits for two supervisors who decided nothing about the case', async () => {
  const enrolled = async () => world.enrol(['supervisor'])
  const [one, two, involved] = [await enrolled(), await enrolled(), await enrolled()]
  const investigator = await world.enrol(['investigator'])
  const id = await reportedCase(world, application)
  await investigator.post(`/cases/${id}/start`)
  await investigator.post(`/cases/${id}/propose`, { status: 'confirmed', reason })
  await involved.post(`/cases/${id}/decide`, { decision: 'accept', reason })
  expect(await waitsFor(one, id)).toBeUndefined()
  world.platform.clock.advance(60_000)
  const objectedAt = new Date(world.platform.clock.now()).toISOString()
  await investigator.post(`/cases/${id}/objection`, { reason })
  for (const person of [investigator, involved]) expect(await waitsFor(person, id)).toBeUndefined()
  for (const person of [one, two, await world.enrol(['auditor'])])
    expect(await waitsFor(person, id)).toBe('anyone')
  const shown = (await queueOf(one)).data.find((waiting) => waiting.id === id)
  expect(shown).toMatchObject({ kind: 'objection', since: objectedAt })

  const decide = (by: DeskPerson) => by.post(`/cases/${id}/objection/decide`, { decision: 'accept', reason })
  expect((await decide(one)).status).toBe(200)
  expect([await waitsFor(one, id), await waitsFor(two, id)]).toEqual([undefined, 'second_person'])
  world.platform.clock.advance(24 * 3_600_000)
  const [first, second] = [await world.signInAgain(one), await world.signInAgain(two)]
  for (const person of [first, second]) expect(await waitsFor(person, id)).toBe('anyone')
  expect((await first.get(`/cases/${id}`)).json).toMatchObject({ objection: { proposal: null } })
  await second.post(`/cases/${id}/objection/decide`, { decision: 'accept', reason })
  await disableOperator(machine, { id: two.id }, world.operatorNeeds)
  expect(await waitsFor(first, id)).toBe('anyone')
})

test('a report that one person called false waits for another one, until it ends', async () => {
  const [one, two, three] = [
    await world.enrol(['investigator']),
    await world.enrol(['investigator']),
    await world.enrol(['investigator']),
  ]
  const id = await reportedCase(world, application)
  await one.post(`/cases/${id}/start`)
  await one.post(`/cases/${id}/propose`, { status: 'dismissed', reason })
  await one.post(`/cases/${id}/decide`, { decision: 'accept', reason })
  expect(await waitsFor(two, id)).toBeUndefined()
  await one.post(`/cases/${id}/false-report`, { reason })
  expect([await waitsFor(one, id), await waitsFor(two, id)]).toEqual([undefined, 'second_person'])
  await disableOperator(machine, { id: one.id }, world.operatorNeeds)
  expect(await waitsFor(two, id)).toBeUndefined()
  expect((await two.get(`/cases/${id}`)).json).toMatchObject({ false_report: 'no' })
  expect((await two.post(`/cases/${id}/false-report`, { reason })).json).toMatchObject({
    false_report: 'proposed',
  })
  expect(await waitsFor(three, id)).toBe('second_person')
  await three.post(`/cases/${id}/false-report`, { reason })
  for (const person of [two, three]) expect(await waitsFor(person, id)).toBeUndefined()
})

test('an organization waits since its status changed', async () => {
  const reviewer = await world.enrol(['reviewer'])
  const { owner } = await submittedReview(world, reviewer, {})
  const again = new Date(world.platform.clock.now() + 5_000)
  await world.database.pool.query(
    `update organizations set account_status = 'pending', status_changed_at = $2 where organization_id = $1`,
    [owner.organization, again],
  )
  const { data } = await queueOf(reviewer)
  expect(data.find(({ id }) => id === owner.organization)?.since).toBe(again.toISOString())
})

test('a new name of an application waits since it was proposed', async () => {
  const reviewer = await world.enrol(['reviewer'])
  const { review, application: id, owner } = await submittedReview(world, reviewer, {})
  await reviewer.post(`/reviews/${review}/propose`, { decision: 'approve', reason })
  await reviewer.post(`/reviews/${review}/decide`, { accept: true })
  const path = `/organizations/${owner.organization}/applications/${id}`
  const propose = async (name: string) => {
    world.platform.clock.advance(60_000)
    const { version } = (await owner.get(path)).json
    expect((await owner.patch(path, { name }, version)).status).toBe(200)
    return new Date(world.platform.clock.now()).toISOString()
  }
  const since = async () => (await queueOf(reviewer)).data.find((one) => one.id === id)?.since
  const first = await propose('Boutique')
  expect(await since()).toBe(first)
  // The same name again changes nothing. Another one waits since now.
  await propose('Boutique')
  expect(await since()).toBe(first)
  const second = await propose('Banque')
  expect(await since()).toBe(second)
  await reviewer.post(`/applications/${id}/name`, { accept: false, reason })
  expect(await since()).toBeUndefined()
  const third = await propose('Boutique')
  expect(await since()).toBe(third)
  // A name and a logo wait since the first of them.
  const proposeLogo = async () => {
    world.platform.clock.advance(60_000)
    const { version } = (await owner.get(path)).json
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b4f9e' } })
    const data = (await picture.png().toBuffer()).toString('base64')
    expect((await owner.put(`${path}/logo`, { data }, version)).status).toBe(200)
    return new Date(world.platform.clock.now()).toISOString()
  }
  await proposeLogo()
  await propose('Banque')
  expect(await since()).toBe(third)
  await reviewer.post(`/applications/${id}/name`, { accept: false, reason })
  const logo = await proposeLogo()
  await propose('Guichet')
  expect(await since()).toBe(logo)
  // A process of the previous release writes no time.
  await world.database.pool.query('update applications set proposed_at = null where application_id = $1', [
    id,
  ])
  const { rows } = await world.database.pool.query<{ created_at: Date }>(
    'select created_at from applications where application_id = $1',
    [id],
  )
  expect(await since()).toBe(rows[0]?.created_at.toISOString())
})

test('the counts are those of everything that waits, however much it is', async () => {
  const supervisor = await world.enrol(['supervisor'])
  const before = await queueOf(supervisor)
  const now = new Date(world.platform.clock.now())
  const { pool } = world.database
  // 1 to 30 are those of a third person, 31 to 50 are proposed by another one. Every second case is late.
  await pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, status, created_at, changed_at,
       through_alias, parties, has_identified_party, evidence_count, due_at, assignee, proposed_status, proposed_by)
     select $1, 'frd_many_' || n, 'production', 'MANY-' || n, 'phishing', 'under_review', $2::timestamptz, $2, false,
       '{"subject":null,"victims":[]}', false, 0,
       $2::timestamptz + case when n % 2 = 0 then interval '-1 minute' else interval '1 minute' end,
       case when n <= 30 then 'A third person' when n <= 50 then 'Another person' end,
       case when n between 31 and 50 then 'confirmed' end, case when n between 31 and 50 then 'Another person' end
     from generate_series(1, 150) n`,
    [application, now],
  )
  await pool.query(
    `insert into fraud_case_entries (application_id, case_id, position, at, act, actor)
     select $1, 'frd_many_' || n, 0, $2, 'propose', 'Another person' from generate_series(31, 50) n`,
    [application, now],
  )
  await pool.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service,
       scopes, sealed_text, created_at, changed_at)
     select $1, 'dsp_many_' || n, 'production', '', 'evt_many_' || n, $2::timestamptz, $2::timestamptz, 'kyc_validation', '{}', '',
       $2::timestamptz - interval '31 days', $2::timestamptz
     from generate_series(1, 110) n`,
    [application, now],
  )
  try {
    const { counts, parts, data } = await queueOf(supervisor)
    const added = (kind: string) => (counts[kind] ?? 0) - (before.counts[kind] ?? 0)
    expect([added('case'), added('dispute')]).toEqual([120, 110])
    expect({
      mine: parts.mine - before.parts.mine,
      second_person: parts.second_person - before.parts.second_person,
      late: parts.late - before.parts.late,
    }).toEqual({ mine: 100 + 110, second_person: 20, late: 60 + 110 })
    expect(data.filter(({ kind }) => kind === 'case')).toHaveLength(100)
    expect(parts.mine + parts.second_person).toBe(Object.values(counts).reduce((sum, one) => sum + one, 0))
  } finally {
    for (const [table, key] of [
      ['fraud_case_entries', 'case_id'],
      ['fraud_cases', 'case_id'],
      ['access_disputes', 'dispute_id'],
    ] as const)
      await pool.query(`delete from ${table} where ${key} like '%\\_many\\_%'`)
  }
})
