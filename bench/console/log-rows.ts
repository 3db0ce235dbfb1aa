import { maintainPartitions } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Bank } from '../surface/bank.ts'
import { number } from '../surface/copy-row.ts'
import { loadRows } from '../surface/load-rows.ts'

const dayMs = 86_400_000
const logDays = 30
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The last three digits of the time of an id are 32 seconds. They are left out. */
const bitsOfLastDigits = 15
const placesOfTime = [6, 5, 4, 3, 2, 1, 0]

/** The id of a request at `made.ms`, as SQL. Its time is exact to 32 seconds. */
const requestId = `'req_' || ${placesOfTime
  .map((place) => `substr('${digits}', 1 + ((made.ms >> ${bitsOfLastDigits + 5 * place}) & 31)::integer, 1)`)
  .join(' || ')} || '000' || lpad(upper(to_hex(i)), 16, '0')`

/** Applications of one organization, and the log of their calls in 30 days. One application has half of it. */
export const writeLog = async (
  pool: pg.Pool,
  { organization_id, application_id }: Bank,
  { applications, rows }: { applications: number; rows: number },
): Promise<void> => {
  const nowMs = Date.now()
  for (let day = logDays; day >= 0; day--) await maintainPartitions(pool, nowMs - day * dayMs)
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     select 'app_bench' || ${number}, $1, 'Application ' || i, 'sandbox', '{}', '{}', '{}', 50, now()
     from generate_series(1, $2::integer) as i`,
    [organization_id, applications],
  )
  await loadRows(pool, {
    table: 'audit_entries',
    count: rows,
    // Without the number of a transaction, as entries of before the transparency log: the product adds no leaves meanwhile.
    write: (client, from, to) =>
      client.query(
        `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
           http_status, error_code, service, scopes, actor, api_key, duration_ms, written_in)
         select case when i % 2 = 0 then $1 else 'app_bench' || lpad((1 + i % $2)::text, 10, '0') end,
           (made.at at time zone 'utc')::date, 'kyc_bench' || lpad(i::text, 12, '0'), made.at,
           ${requestId}, '203.0.113.7', 'POST', '/v1/kyc/validations',
           case when i % 10 = 0 then 403 else 200 end, case when i % 10 = 0 then 'service_not_enabled' end,
           'kyc_validation', '{}', 'application', 'key_test_bench', 12, null
         from generate_series($3::bigint, $4::bigint) as i,
           lateral (select $5::bigint - (i * $6::double precision)::bigint as ms) as time,
           lateral (select time.ms, to_timestamp(time.ms / 1000.0) as at) as made`,
        [...[application_id, applications, from, to], ...[nowMs, (logDays * dayMs * 0.95) / rows]],
      ),
  })
}
