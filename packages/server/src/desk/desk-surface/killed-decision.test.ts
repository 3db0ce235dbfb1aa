import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let amina: DeskPerson
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer'])
})
afterAll(() => world.stop())

/** Kills, each a little later than the one before, so that they meet all steps of a decision. */
const delaysMs = [0, 2, 5, 10, 20, 40, 80, 160]

const stateOf = async (review: string, application: string) => {
  const { rows } = await world.database.pool.query(
    `select r.status = 'approved' as is_approved, p.status = 'executed' as is_executed,
       a.approved_services <> '{}' as is_live,
       exists (select from acts where subject = r.review_id and action = 'reviews.decide_proposal') as has_entry,
       (select count(*)::integer from events e where e.application_id = a.application_id) as events
     from production_reviews r join applications a using (application_id)
       join proposals p on p.subject = r.review_id where r.review_id = $1 and a.application_id = $2`,
    [review, application],
  )
  return rows[0] as Record<'is_approved' | 'is_executed' | 'is_live' | 'has_entry', boolean> & {
    events: number
  }
}

test.each(delaysMs)(
  'a decision that is killed after %i ms is made with its event, or not at all',
  async (delayMs) => {
    const { review, application } = await submittedReview(world, amina, { scopes: ['kyc.religion'] })
    await amina.post(`/reviews/${review}/propose`, { decision: 'approve', reason: 'Complete.' })
    const before = await stateOf(review, application)
    const child = fork(join(import.meta.dirname, 'testing/deciding-process.fixture.ts'))
    const ended = once(child, 'exit')
    child.send({
      ...{ url: world.database.url, rootKey: world.platform.rootKey.toString('hex'), review },
      ...{ nowMs: world.platform.clock.now(), name: 'Jonas Ilunga' },
    })
    // A process that fails to start ends the test instead of holding it.
    const [said] = await Promise.race([once(child, 'message'), ended])
    expect(said).toBe('deciding')
    if (delayMs > 0) await pause(delayMs)
    child.kill('SIGKILL')
    await ended
    const after = await stateOf(review, application)
    const { is_approved: isMade } = after
    expect(after).toEqual({
      ...{ is_approved: isMade, is_executed: isMade, is_live: isMade, has_entry: isMade },
      events: before.events + (isMade ? 1 : 0),
    })
  },
)
