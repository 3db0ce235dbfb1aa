import type pg from 'pg'
import { loadRows } from '../surface/load-rows.ts'

export type Counts = { cases: number; reviews: number; acts: number }

export const organizations = 1_000
export const operators = 200
const subjects = 100_000
const previewedEntries = 42_000
const rowsAtATime = 100_000

const steps = function* (count: number) {
  for (let from = 0; from < count; from += rowsAtATime) yield [from, Math.min(from + rowsAtATime, count) - 1]
}

/** Organizations, each with its share of the applications, and a review of each application. */
const seedReviews = async (pool: pg.Pool, count: number): Promise<void> => {
  await pool.query(
    `insert into organizations (organization_id, name, rccm, account_status, created_at)
     select 'org_bench' || i, 'Bench organization ' || i, 'CD/KNG/RCCM/20-B-' || lpad(i::text, 5, '0'),
       case when i % 50 = 0 then 'pending' else 'verified' end, now() - i * interval '1 minute'
     from generate_series(0, $1 - 1) i`,
    [organizations],
  )
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     select 'app_bench' || i, 'org_bench' || i % $2, 'Bench application ' || i, 'production', '{kyc_validation}',
       '{kyc.religion}', '{customer_onboarding}', 50, now()
     from generate_series(0, $1 - 1) i`,
    [count, organizations],
  )
  await pool.query(
    `insert into production_reviews (application_id, review_id, organization_id, status, enhanced, origin, services, scopes,
       purposes, name, created_at, submitted_at, decided_at)
     select 'app_bench' || i, 'rev_bench' || i, 'org_bench' || i % $2,
       (array['submitted', 'in_review', 'approved', 'approved', 'approved', 'rejected'])[1 + i % 6], i % 2 = 0, 'console',
       '{kyc_validation}', '{kyc.religion}', '{customer_onboarding}', 'Bench application ' || i, made.at, made.at,
       case when i % 6 > 1 then made.at end
     from generate_series(0, $1 - 1) i, lateral (select now() - i * interval '10 minutes' as at) made`,
    [count, organizations],
  )
}

/**
 * Cases of production, a fifth of them open. Their parties share keys in small groups, and twenty share those of the case that
 * was reported. The reports of these rows are erased: lists and searches do not open one.
 */
const seedCases = async (pool: pg.Pool, count: number, reportedId: string): Promise<void> => {
  for (const [from, to] of steps(count)) {
    await pool.query(
      `insert into fraud_cases (application_id, case_id, environment, case_number, type, status, created_at, changed_at,
         through_alias, parties, has_identified_party, evidence_count, due_at, assignee, priority, proposed_status,
         proposed_by, proposed_account)
       select 'app_bench' || i % 1000, 'frd_bench' || i, 'production', 'RDC-FRD-2025-' || lpad(i::text, 7, '0'),
         (array['phishing', 'sim_swap', 'money_laundering', 'loan_fraud'])[1 + i % 4],
         (array['received', 'under_review', 'confirmed', 'confirmed', 'confirmed', 'dismissed', 'dismissed', 'dismissed',
           'dismissed', 'escalated_to_authorities'])[1 + i % 10],
         made.at, made.at + interval '2 days', false, '{"subject": null, "victims": []}', true, 0,
         made.at + interval '3 days', case when i % 3 = 0 then 'Operator ' || i % $3 end, i % 4,
         case when i % 40 = 1 then 'confirmed' end, case when i % 40 = 1 then 'Operator 1' end,
         case when i % 40 = 1 then 'one' end
       from generate_series($1::integer, $2::integer) i, lateral (select now() - i * interval '5 minutes' as at) made`,
      [from, to, operators],
    )
    await pool.query(
      `insert into fraud_party_keys (application_id, case_id, party, kind, pseudonym)
       select 'app_bench' || i % 1000, 'frd_bench' || i, 0, 'identifier', decode(md5((i / 3)::text), 'hex')
       from generate_series($1::integer, $2::integer) i`,
      [from, to],
    )
    await pool.query(
      `insert into fraud_case_entries (application_id, case_id, position, at, act, actor, status)
       select 'app_bench' || i % 1000, 'frd_bench' || i, 0, now(), 'reported', 'application', 'received'
       from generate_series($1::integer, $2::integer) i`,
      [from, to],
    )
    await pool.query(
      `insert into fraud_case_entries (application_id, case_id, position, at, act, actor)
       select 'app_bench' || i % 1000, 'frd_bench' || i, 1, now() - i * interval '5 minutes', 'propose', 'Operator 1'
       from generate_series($1::integer, $2::integer) i where i % 40 = 1`,
      [from, to],
    )
  }
  await pool.query(
    `insert into fraud_party_keys (application_id, case_id, party, kind, pseudonym)
     select 'app_bench' || i, 'frd_bench' || i, 1, k.kind, k.pseudonym
     from generate_series(0, least(20, $1::integer) - 1) i, fraud_party_keys k where k.case_id = $2
     on conflict do nothing`,
    [count, reportedId],
  )
}

const seedActs = (pool: pg.Pool, count: number): Promise<void> =>
  loadRows(pool, {
    table: 'acts',
    count,
    // Without the number of a transaction, as acts of before the transparency log: the product adds no leaves meanwhile.
    write: (client, from, to) =>
      client.query(
        `insert into acts (at, actor_kind, actor, account, origin, organization_id, action, subject, before, after,
           written_in)
         select now() - ($3::bigint - i) * (400 * interval '1 day' / $3::bigint), 'operator', 'Operator ' || i % $4, null, 'desk',
           case when i % 2 = 0 then 'org_bench' || i % 1000 end, 'bench.act_' || i % 61, 'object_' || i % $5,
           '{"status": "in_review"}', '{"status": "approved", "reason": "The dossier is complete."}', null
         from generate_series($1::bigint, $2::bigint) i`,
        [from, to, count, operators, subjects],
      ),
  })

/** A preview that is ready, with the entries of a list that is loaded for the first time. */
const seedPreview = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `insert into list_previews (preview_id, list_id, status, requested_by, created_at, progressed_at)
     values ('lpv_bench1', 'un', 'ready', 'Operator 1', now(), now())`,
  )
  await pool.query(
    `insert into list_preview_entries (preview_id, kind, position, content)
     select 'lpv_bench1', 'added', n, json_build_object('reference', 'B.' || n, 'name', 'Bench person ' || n, 'is_cut', false,
       'fields', json_build_array(json_build_object('field', 'names', 'before', json_build_array(), 'after',
         json_build_array('Bench person ' || n))))
     from generate_series(1, $1) n`,
    [previewedEntries],
  )
}

/** The population of the desk, in rows as the product writes them. `reportedId`: a case that was reported by a call. */
export const seedDesk = async (
  pool: pg.Pool,
  { cases, reviews, acts }: Counts,
  reportedId: string,
): Promise<void> => {
  await seedReviews(pool, reviews)
  await seedCases(pool, cases, reportedId)
  await seedActs(pool, acts)
  await seedPreview(pool)
  await pool.query('vacuum analyze')
}
