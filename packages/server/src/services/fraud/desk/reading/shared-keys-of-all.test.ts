import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../../../testing/database.ts'
import { createHomeAndCell } from '../../../../testing/database/home-and-cell.ts'
import { casesWithSameParty } from './shared-keys-of-all.ts'

let home: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  ;({ home, cell } = await createHomeAndCell([]))
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

const write = async ({ pool }: TestDatabase, id: string, count: number, first = 0) => {
  await pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at, through_alias,
       parties, has_identified_party, evidence_count, due_at)
     values ('app_one', $1, 'production', $1, 'phishing', now(), now(), false, '{}', false, 0, now())`,
    [id],
  )
  await pool.query(
    `insert into fraud_party_keys (application_id, case_id, party, kind, pseudonym)
     select 'app_one', $1, 1, 'phone', int4send(n) from generate_series($2::integer, $3::integer) n`,
    [id, first, first + count - 1],
  )
}

test('each case of a page is compared by all of its keys, however many the page has', async () => {
  const perCase = 200
  const ids = Array.from({ length: 30 }, (_, index) => `frd_${String(index).padStart(2, '0')}`)
  for (const [index, id] of ids.entries()) await write(home, id, perCase, index * perCase)
  // It shares one key with each case of the page.
  await write(cell, 'frd_cell', 0)
  await cell.pool.query(
    `insert into fraud_party_keys (application_id, case_id, party, kind, pseudonym)
     select 'app_one', 'frd_cell', 1, 'phone', int4send(n * $1 + $1 - 1) from generate_series(0, 29) n`,
    [perCase],
  )
  const databases = [
    { name: 'home', pool: home.pool },
    { name: 'north', pool: cell.pool },
  ]
  const { numbers } = await casesWithSameParty(
    databases,
    ids.map((caseId) => ({ applicationId: 'app_one', caseId })),
  )
  expect([...numbers.keys()].toSorted()).toEqual(ids)
  expect(new Set([...numbers.values()].flat())).toEqual(new Set(['frd_cell']))
})
