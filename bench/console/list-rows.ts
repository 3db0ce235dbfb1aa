import type pg from 'pg'
import type { Bank } from '../surface/bank.ts'
import { copyRow, number } from '../surface/copy-row.ts'
import { writeMoney } from '../surface/money-rows.ts'

/** The rules of an installation permit this many organizations of a person. */
const organizationsOfPerson = 50
const usedDays = 31

/** Sessions and sign-ins of the person, and the organizations of which the person is a member. */
const ofPerson = async (pool: pg.Pool, { organization_id }: Bank, count: number): Promise<void> => {
  const where = `account_id = (select person_id from organization_members where organization_id = $1)`
  const values = [organization_id]
  await copyRow(pool, {
    ...{ table: 'member_sessions', where: `${where} and not awaits_second_factor`, values, count },
    changes: `'session_id', 'ses_' || ${number}, 'session_hash', sha256(${number}::bytea),
      'last_seen_at', now() + interval '12 hours'`,
  })
  await copyRow(pool, {
    ...{ table: 'member_sign_ins', where, values, count },
    changes: `'sign_in_id', 'sgn_' || ${number}`,
  })
  for (const table of ['organizations', 'organization_members'])
    await copyRow(pool, {
      ...{ table, where: 'organization_id = $1', values, count: organizationsOfPerson - 1 },
      changes: `'organization_id', 'org_own' || ${number}${table === 'organizations' ? `, 'rccm', 'CD/KNG/RCCM/15-B-' || ${number}` : ''}`,
    })
}

/** Members, invitations and the acts of the organization. */
const ofOrganization = async (pool: pg.Pool, { organization_id }: Bank, count: number): Promise<void> => {
  await copyRow(pool, {
    ...{ table: 'member_accounts', where: `email = 'owner@example.cd'`, count },
    changes: `'account_id', 'per_bench' || ${number}, 'email', 'member' || i || '@example.cd'`,
  })
  await pool.query(
    `insert into organization_members (organization_id, person_id, roles, joined_at)
     select $1, 'per_bench' || ${number}, '{developer}', now() from generate_series(1, $2::integer) i`,
    [organization_id, count],
  )
  await pool.query(
    `insert into organization_invitations (invitation_id, organization_id, email, roles, token_hash, invited_by,
       created_at, expires_at)
     select 'inv_bench' || ${number}, $1, 'invited' || i || '@example.cd', '{developer}', sha256(${number}::bytea),
       'Owner', now(), now() + interval '7 days'
     from generate_series(1, $2::integer) i`,
    [organization_id, count],
  )
  await pool.query(
    `insert into acts (at, actor_kind, actor, account, origin, organization_id, action, subject, before, after, written_in)
     select now() - i * interval '10 minutes', 'member', 'per_bench' || ${number}, null, 'console', $1,
       'bench.act_' || i % 61, 'object_' || i, '{"status": "a"}', '{"status": "b"}', null
     from generate_series(1, $2::integer) i`,
    [organization_id, count],
  )
}

/** What the people of an application read about its calls, but the log. */
const ofApplication = async (pool: pg.Pool, bank: Bank, count: number): Promise<void> => {
  const { application_id } = bank
  const ofOwn = { where: 'application_id = $1', values: [application_id], count }
  await pool.query(
    `insert into client_certificates (application_id, thumbprint, subject, not_after, created_at)
     select $1, encode(sha256(${number}::bytea), 'hex'), 'CN=Bench', now() + interval '1 year', now()
     from generate_series(1, $2::integer) i`,
    [application_id, count],
  )
  await copyRow(pool, {
    ...{ table: 'conformance_runs', where: 'run_id = $1', values: [bank.run], count },
    changes: `'run_id', 'cfr_' || ${number}`,
  })
  await copyRow(pool, {
    ...{ ...ofOwn, table: 'production_reviews' },
    changes: `'review_id', 'rev_' || ${number}, 'status', 'rejected', 'sealed_answers', null, 'decided_at', now()`,
  })
  await pool.query(
    `insert into authentication_failures (minute, api_key, client_address, code, recorder, application_id, failures)
     select date_trunc('minute', now()) - i * interval '1 minute', 'key_live_bench', '203.0.113.7', 'invalid_signature',
       gen_random_uuid(), $1, 3
     from generate_series(1, $2::integer) i`,
    [application_id, count],
  )
  await pool.query(
    `insert into usage_counters (application_id, service, period, period_start, used)
     select $1, service, 'day', current_date - i, 1000
     from generate_series(0, $2::integer) i,
       unnest(array['kyc_validation', 'kyb_verification', 'age_verification', 'aml_screening']) service`,
    [application_id, usedDays],
  )
  await pool.query(
    `insert into webhook_deliveries (application_id, event_id, event_day, state, attempts, next_attempt_at)
     select application_id, event_id, day, 'delivered', 1, now() from events where application_id = $1`,
    [application_id],
  )
  await pool.query(
    `insert into webhook_attempts (application_id, day, event_id, attempt_id, attempt, at, url, http_status, latency_ms)
     select application_id, day, event_id, 'wat_' || position, 1, now(), 'https://hooks.example.cd/nani', 200, 40
     from events where application_id = $1`,
    [application_id],
  )
}

/** Rows of each list of the organization of a person, so that each has a page in the middle. */
export const writeLists = async (pool: pg.Pool, bank: Bank, count: number): Promise<void> => {
  await ofPerson(pool, bank, count)
  await ofOrganization(pool, bank, count)
  await ofApplication(pool, bank, count)
  await writeMoney(pool, bank, count)
}
