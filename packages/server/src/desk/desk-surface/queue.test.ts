import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTopUp } from '../../money/invoicing/index.ts'
import { disableOperator } from '../operators/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** What waits for a person, and what waits for another one. */

type Waiting = { kind: string; id: string; since: string; waits_for: string }
type Queue = { counts: Record<string, number>; data: Waiting[] }
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
  const { counts, data } = await queueOf(person)
  for (const [kind, count] of Object.entries(counts))
    expect({ kind, count }).toEqual({ kind, count: data.filter((one) => one.kind === kind).length })
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
