import type { Environment } from '@nani/contract'
import { dayMs } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Cause } from '../../register/register-outbox/index.ts'
import { networkChanged } from '../../risk/fraud-network/index.ts'
import { dayOfCount } from './report/count-report.ts'

/** A file whose case was not accepted. The call that wrote it ended long ago. */
const orphanAgeMs = dayMs
const casesOfTurn = 1_000

/** How long a decided case is kept, in days. */
export type CaseRetention = { dismissedDays: number; otherDays: number }

/**
 * Erases the keys of cases whose retention has ended, with what they seal, and files without a case. The cases leave the
 * network in the same transaction, or are in the outbox of the cell then. The login of the owner runs it. Returns how many cases were
 * erased.
 */
export const eraseExpiredCases = async (
  ownerPool: pg.Pool,
  nowMs: number,
  { cause, ...retention }: CaseRetention & { cause: Cause },
): Promise<number> => {
  let erased = 0
  for (;;) {
    const inTurn = await inTransaction(ownerPool, (client) =>
      eraseSome(client, nowMs, { cause, ...retention }),
    )
    erased += inTurn
    if (inTurn < casesOfTurn) break
  }
  await ownerPool.query(
    `delete from fraud_evidence e where e.written_at < $1 and not exists (
       select from fraud_cases c where c.application_id = e.application_id and c.case_id = e.case_id)`,
    [new Date(nowMs - orphanAgeMs)],
  )
  return erased
}

/** Deletes the counts of reports of past days, which are not read any more. */
export const deletePastCounts = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  await ownerPool.query(
    `delete from fraud_report_counts where (application_id, day, person) in (
       select application_id, day, person from fraud_report_counts where day < $1)`,
    [dayOfCount(nowMs - dayMs)],
  )
}

/** Adds the counts of each kind of cases up. A reader sees the rows of before or those of after. */
export const addUpCaseCounts = async (ownerPool: pg.Pool): Promise<void> => {
  await ownerPool.query(
    `with repeated as (
       select unnest(array_agg(count_number)) as count_number from fraud_case_counts
       group by environment, type, status, due_day, decided_after having count(*) > 1
     ), gone as (
       delete from fraud_case_counts c using repeated r where c.count_number = r.count_number
       returning c.environment, c.type, c.status, c.due_day, c.decided_after, c.cases
     )
     insert into fraud_case_counts (environment, type, status, due_day, decided_after, cases)
     select environment, type, status, due_day, decided_after, sum(cases) from gone
     group by environment, type, status, due_day, decided_after having sum(cases) <> 0`,
  )
}

type ErasedCase = { environment: Environment; application_id: string; case_numbers: string[] }

const eraseSome = async (
  client: pg.PoolClient,
  nowMs: number,
  { dismissedDays, otherDays, cause }: CaseRetention & { cause: Cause },
): Promise<number> => {
  const { rows } = await client.query<ErasedCase>(eraseStatement, [
    new Date(nowMs - dismissedDays * dayMs),
    new Date(nowMs - otherDays * dayMs),
    casesOfTurn,
  ])
  for (const { case_numbers: withdrawn, ...of } of rows)
    await cause(client, networkChanged, { ...of, withdrawn, parties: [] })
  return rows.reduce((erased, { case_numbers: numbers }) => erased + numbers.length, 0)
}

const eraseStatement = `with expired as (
    select c.application_id, c.case_id from fraud_cases c left join applications a using (application_id)
    where c.sealed_report is not null
      -- A sandbox case has the time of the test clock of its application.
      and c.changed_at < case c.status when 'dismissed' then $1::timestamptz else $2 end
        + coalesce(a.test_clock_ms, 0) * interval '1 millisecond'
      and c.status in ('confirmed', 'dismissed', 'escalated_to_authorities')
      -- Someone must still decide about an objection.
      and c.objected_by is null
    limit $3 for update of c
  ), key as (
    delete from fraud_case_keys k using expired e
    where k.application_id = e.application_id and k.case_id = e.case_id
  ), files as (
    delete from fraud_evidence f using expired e
    where f.application_id = e.application_id and f.case_id = e.case_id
  ), linked as (
    delete from fraud_party_keys p using expired e
    where p.application_id = e.application_id and p.case_id = e.case_id
  ), texts as (
    update fraud_case_entries t set sealed_text = null from expired e
    where t.application_id = e.application_id and t.case_id = e.case_id and t.sealed_text is not null
  ), erased as (
    update fraud_cases c set sealed_report = null, subject_keys = null from expired e
    where c.application_id = e.application_id and c.case_id = e.case_id
    returning c.environment, c.application_id, c.case_number
  )
  select environment, application_id, array_agg(case_number) as case_numbers from erased
  group by environment, application_id order by environment, application_id`
