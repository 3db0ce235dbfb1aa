import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DecidingOrder } from './testing/deciding-process.fixture.ts'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let amina: DeskPerson
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['supervisor'])
})
afterAll(() => world.stop())

type Case = Pick<DecidingOrder, 'act' | 'id'> & {
  /** What a decision writes: its state, its decision, its entry and its event. $1: the id. */
  text: string
}
const reason = 'It is complete.'

const openers: Record<DecidingOrder['act'], () => Promise<Case>> = {
  async review() {
    const { review } = await submittedReview(world, amina, { scopes: ['kyc.religion'] })
    await amina.post(`/reviews/${review}/propose`, { decision: 'approve', reason })
    return {
      ...{ act: 'review', id: review },
      text: `select r.status = 'approved' as state, p.status = 'executed' as decision,
          exists (select from acts where subject = $1 and action = 'reviews.decide_proposal') as entry,
          (select count(*) from events e where e.application_id = r.application_id) > 2 as event
        from production_reviews r join proposals p on p.subject = r.review_id where r.review_id = $1`,
    }
  },
  async case() {
    const { application } = await submittedReview(world, amina, {})
    const id = await reportedCase(world, application)
    await amina.post(`/cases/${id}/start`)
    await amina.post(`/cases/${id}/propose`, { status: 'confirmed', reason })
    return {
      ...{ act: 'case', id },
      text: `select c.status = 'confirmed' as state,
          exists (select from fraud_case_entries where case_id = $1 and act = 'accept') as decision,
          exists (select from acts where subject = c.case_number and action = 'cases.decide') as entry,
          (select count(*) from events e where e.application_id = c.application_id
             and type = 'fraud_report.status_changed') > 1 as event
        from fraud_cases c where c.case_id = $1`,
    }
  },
  async suspension() {
    const { owner } = await submittedReview(world, amina, {})
    const id = owner.organization
    await amina.post(`/organizations/${id}/suspend`, { reason })
    return {
      ...{ act: 'suspension', id },
      text: `select o.account_status = 'suspended' as state, p.status = 'executed' as decision,
          (select count(*) from acts where subject = $1 and action = 'organizations.suspend') > 1 as entry,
          exists (select from events e join applications a using (application_id)
            where a.organization_id = $1 and e.type = 'billing.services_suspended') as event
        from organizations o join proposals p on p.subject = o.organization_id where o.organization_id = $1`,
    }
  },
}

const stateOf = async ({ text, id }: Case) =>
  (await world.database.pool.query<Record<string, boolean>>(text, [id])).rows[0] ?? {}

/** The process kills itself, so that each moment is met every time. */
const decideAndDie = async ({ act, id }: Case, killed: DecidingOrder['killed']) => {
  const child = fork(join(import.meta.dirname, 'testing/deciding-process.fixture.ts'))
  const ended = once(child, 'exit')
  const { url } = world.database
  const rootKey = world.platform.rootKey.toString('hex')
  const order: DecidingOrder = {
    url,
    rootKey,
    nowMs: world.platform.clock.now(),
    name: 'Jonas',
    act,
    id,
    killed,
  }
  child.send(order)
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
}

const nothing = { state: false, decision: false, entry: false, event: false }
const everything = { state: true, decision: true, entry: true, event: true }

test.each(Object.entries(openers))(
  'a killed decision of a %s is made with its entry and event, or not at all',
  {
    timeout: 120_000,
  },
  async (_, open) => {
    const one = await open()
    expect(await stateOf(one)).toEqual(nothing)
    await decideAndDie(one, 'before')
    expect(await stateOf(one)).toEqual(nothing)
    await decideAndDie(one, 'sent')
    // The database reads the commit although no one waits for its answer.
    await expect.poll(() => stateOf(one), { timeout: 20_000 }).toEqual(everything)
  },
)
