import type { Actor } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { noon, testPlatform } from '../../testing/platform.ts'
import { readQueue } from './queue.ts'

/** Reviews without a person are read by one statement, and those of a person or with a proposal by another one. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    `insert into organizations (organization_id, name, account_status, created_at) values ('org_1', 'Banque', 'verified', now())`,
  )
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('truncate production_reviews, proposals cascade'))

const amina: Actor = { kind: 'operator', name: 'Amina', roles: ['reviewer'], operatorId: 'opr_1' }
const boris: Actor = { ...amina, name: 'Boris', operatorId: 'opr_2' }

const addReview = async (id: string) => {
  await database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org_1', 'Guichet', 'production', '{}', '{}', '{}', 1, now())`,
    [`app_${id}`],
  )
  await database.pool.query(
    `insert into production_reviews (application_id, review_id, organization_id, status, enhanced, origin, services, scopes,
       purposes, name, created_at, submitted_at)
     values ($1, $2, 'org_1', 'submitted', true, 'console', '{}', '{}', '{}', 'Guichet', $3, $3)`,
    [`app_${id}`, id, new Date(noon - 6 * 86_400_000)],
  )
}

/** The queue, while something happens once before the statement that reads the reviews of a person. */
const queueWith = async (actor: Actor, beforeOwn: () => Promise<unknown>) => {
  const { pool } = database
  let waits = true
  const query = async (given: { text: string }) => {
    if (waits && given.text.includes('json_to_recordset')) {
      waits = false
      await beforeOwn()
    }
    return pool.query(given)
  }
  const databases = () => [{ name: 'home', pool: { query } as unknown as pg.Pool }]
  const needs = { ...testPlatform(database), databases, declarationOf: () => undefined, twoPeople: true }
  return readQueue(actor, {}, needs)
}

test('a review that its person takes meanwhile is in the queue once, as an own one', async () => {
  await addReview('rev_1')
  const { data, counts, parts } = await queueWith(amina, () =>
    database.pool.query(`update production_reviews set claimed_by = 'Amina' where review_id = 'rev_1'`),
  )
  expect(data).toMatchObject([{ id: 'rev_1', waits_for: 'mine' }])
  expect([counts.review, parts]).toEqual([1, { mine: 1, second_person: 0, late: 1 }])
})

test('a review about which another person proposes meanwhile waits for one of both, and once', async () => {
  await addReview('rev_2')
  const { data, counts } = await queueWith(boris, () =>
    database.pool.query(
      `insert into proposals (proposal_id, act, subject, organization_id, content, status, proposed_by, reason, proposed_at, expires_at)
       values ('prp_1', 'reviews.decide', 'rev_2', 'org_1', '{"decision":"approve"}', 'proposed', 'Amina', 'Complete.', $1,
         $1::timestamptz + interval '1 day')`,
      [new Date(noon)],
    ),
  )
  expect(data.map(({ id, waits_for }) => [id, waits_for])).toEqual([['rev_2', 'anyone']])
  expect(counts.review).toBe(1)
  const later = await queueWith(boris, async () => {})
  expect(later.data.map(({ id, waits_for }) => [id, waits_for])).toEqual([['rev_2', 'second_person']])
})
