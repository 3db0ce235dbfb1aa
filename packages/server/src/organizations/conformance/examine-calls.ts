import type { ConformanceCheck } from '@nani/contract/console'
import type { Database } from '@nani/foundation/storage/index.ts'
import { checkOf } from './check.ts'

const windowMs = 7 * 86_400_000
/** The newest calls, so that a run of a busy application has a bound. */
const maxCalls = 20_000
/** A client that waits after a refusal for its rate is refused in few seconds of a minute. */
const toleratedSeconds = 10

type Counts = {
  succeeded: number
  replayed: number
  reused: number
  limited: number
  limited_seconds: number
  faults: number
  repeated: number
}

/** A stored answer is sent again without a new result. A decision about a hit has none either. */
const statement = `with recent as (
    select at, method, path, http_status, error_code, result_id, read_ids,
      lead(at) over (partition by method, path order by at) as next_at
    from (select * from audit_entries
      where application_id = $1 and actor = 'application' and request_id is not null
        and at >= $2 and day >= $2::timestamptz::date
      order by at desc, entry_id desc limit $3) as newest
  )
  select count(*) filter (where http_status between 200 and 299)::integer as succeeded,
    count(*) filter (where method = 'POST' and http_status between 200 and 299 and result_id is null
      and cardinality(read_ids) > 0 and path not like '%/disposition')::integer as replayed,
    count(*) filter (where error_code = 'idempotency_key_reused')::integer as reused,
    count(*) filter (where error_code = 'rate_limited')::integer as limited,
    coalesce((select max(seconds) from (
      select count(distinct date_trunc('second', at))::integer as seconds from recent
      where error_code = 'rate_limited' group by date_trunc('minute', at)) as minutes), 0) as limited_seconds,
    count(*) filter (where http_status >= 500)::integer as faults,
    count(*) filter (where http_status >= 500 and next_at <= at + interval '1 hour')::integer as repeated
  from recent`

/** Examines the calls of the sandbox that are in the log: retries, 429 and 5xx. */
export const examineCalls = async (
  pool: Database,
  applicationId: string,
  nowMs: number,
): Promise<ConformanceCheck[]> => {
  const { rows } = await pool.query<Counts>({
    name: 'conformance-calls',
    text: statement,
    values: [applicationId, new Date(nowMs - windowMs), maxCalls],
  })
  return checksOf(rows[0] as Counts)
}

const checksOf = (counts: Counts): ConformanceCheck[] => [
  counts.succeeded > 0
    ? checkOf('calls.successful', 'passed', 'call_succeeded')
    : checkOf('calls.successful', 'not_seen', 'no_call_succeeded'),
  retryOf(counts),
  rateOf(counts),
  faultOf(counts),
]

const retryOf = ({ replayed, reused }: Counts) => {
  const name = 'calls.idempotent_retry'
  if (reused > 0) return checkOf(name, 'failed', 'key_reused')
  return replayed > 0
    ? checkOf(name, 'passed', 'first_answer_again')
    : checkOf(name, 'not_seen', 'no_repeated_request')
}

const rateOf = ({ limited, limited_seconds }: Counts) => {
  const name = 'calls.rate_limited'
  if (limited === 0) return checkOf(name, 'not_seen', 'no_429')
  return limited_seconds > toleratedSeconds
    ? checkOf(name, 'failed', 'went_on_after_429')
    : checkOf(name, 'passed', 'paused_after_429')
}

const faultOf = ({ faults, repeated }: Counts) => {
  const name = 'calls.server_error'
  if (faults === 0) return checkOf(name, 'not_seen', 'no_5xx')
  return repeated > 0
    ? checkOf(name, 'passed', 'repeated_after_5xx')
    : checkOf(name, 'failed', 'given_up_after_5xx')
}
