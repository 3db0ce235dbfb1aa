import { type Environment, environments } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import { type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { newestDays, readSnapshot } from './new-entries.ts'

/** The oldest entry of each environment that the sequencer has not seen. Empty: it has seen all, or has not run yet. */
const readOldestWaiting = async (pool: pg.Pool, nowMs: number): Promise<Map<Environment, Date>> => {
  const sequencing = await pool.query<{ read_until: string | null }>(
    'select read_until from audit_sequencing',
  )
  const text = sequencing.rows[0]?.read_until ?? null
  if (text === null) return new Map()
  const { xmax, active } = readSnapshot(text)
  const { rows } = await pool.query<{ environment: Environment; oldest: Date }>(
    `select coalesce(a.environment, 'production') as environment, min(e.at) as oldest
     from audit_entries e left join applications a on a.application_id = e.application_id
     where e.day >= $3::date and (e.written_in >= $1::xid8 or e.written_in = any($2::xid8[]))
     group by 1`,
    [xmax, active, dayOf(nowMs - newestDays * dayMs)],
  )
  return new Map(rows.map(({ environment, oldest }) => [environment, oldest]))
}

/** How far the transparency log is behind the audit entries. */
export const lagMetrics = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): RegisterMetrics =>
  registerGauges(async () => {
    const nowMs = clock.now()
    const oldest = await readOldestWaiting(pool, nowMs)
    return environments.map((environment) => {
      const waitingMs = nowMs - (oldest.get(environment)?.getTime() ?? nowMs)
      return { value: Math.max(0, waitingMs / 1_000), labels: { environment } }
    })
  }, [
    {
      name: 'nani_audit_lag_seconds',
      help: 'For how long the oldest audit entry has waited for the transparency log.',
      labels: ['environment'],
      of: (lags) => lags,
    },
  ])
