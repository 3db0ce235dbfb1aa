import type { ConformanceCheck } from '@nani/contract/console'
import type pg from 'pg'

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
  pool: Pick<pg.Pool, 'query'>,
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
    ? check('calls.successful', 'passed', 'A signed call of the sandbox succeeded.')
    : check('calls.successful', 'not_seen', 'No call of the sandbox succeeded in the last seven days.'),
  retryOf(counts),
  rateOf(counts),
  faultOf(counts),
]

const check = (
  name: ConformanceCheck['name'],
  result: ConformanceCheck['result'],
  reason: string,
): ConformanceCheck => ({ name, result, reason })

const retryOf = ({ replayed, reused }: Counts) => {
  const name = 'calls.idempotent_retry'
  if (reused > 0)
    return check(name, 'failed', 'An Idempotency-Key was sent with another body. Each request needs its own.')
  return replayed > 0
    ? check(name, 'passed', 'A repeated request got the first answer again.')
    : check(name, 'not_seen', 'Send a POST a second time with the same Idempotency-Key and body.')
}

const rateOf = ({ limited, limited_seconds }: Counts) => {
  const name = 'calls.rate_limited'
  if (limited === 0)
    return check(name, 'not_seen', 'No call was refused with 429. Exceed burst_per_second once.')
  return limited_seconds > toleratedSeconds
    ? check(name, 'failed', 'Calls went on after 429. Wait as long as Retry-After says.')
    : check(name, 'passed', 'Calls paused after 429.')
}

const faultOf = ({ faults, repeated }: Counts) => {
  const name = 'calls.server_error'
  if (faults === 0)
    return check(name, 'not_seen', 'No call got 5xx. Use the test identity whose register is unavailable.')
  return repeated > 0
    ? check(name, 'passed', 'A call was sent again after 5xx.')
    : check(name, 'failed', 'No call was sent again after 5xx. Repeat it with the same Idempotency-Key.')
}
