import { type Environment, environments } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import { type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { hasNoLeaf, isActSince, readActPosition } from './acts/new-acts.ts'
import { treeOfActs } from './append-entries.ts'
import { environmentOfEntry, isWrittenSince } from './new-entries.ts'
import { readNextStep } from './next-step.ts'

/** The oldest entry of each environment that the sequencer has not seen. Empty: it has seen all, or has not run yet. */
const readOldestWaiting = async (pool: pg.Pool): Promise<Map<Environment, Date>> => {
  const { xmax, active, firstDay, hasRun } = await readNextStep(pool)
  if (!hasRun) return new Map()
  const { rows } = await pool.query<{ environment: Environment; oldest: Date }>(
    `select ${environmentOfEntry} as environment, min(e.at) as oldest
     from audit_entries e left join applications a on a.application_id = e.application_id
     where e.day >= $3::date and ${isWrittenSince}
     group by 1`,
    [xmax, active, firstDay],
  )
  const waiting = new Map(rows.map(({ environment, oldest }) => [environment, oldest]))
  const act = await readOldestAct(pool)
  const entry = waiting.get(treeOfActs)
  if (act && (!entry || act < entry)) waiting.set(treeOfActs, act)
  return waiting
}

/** Null: the sequencer has seen all acts, or reads those of before. */
const readOldestAct = async (pool: pg.Pool): Promise<Date | null> => {
  const { since } = await readActPosition(pool)
  if (!since) return null
  const { rows } = await pool.query<{ oldest: Date | null }>(
    `select min(e.at) as oldest from acts e where ${isActSince} and ${hasNoLeaf}`,
    [since.xmax, since.active],
  )
  return rows[0]?.oldest ?? null
}

/** How far the transparency log is behind the audit entries. */
export const lagMetrics = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): RegisterMetrics =>
  registerGauges(async () => {
    const nowMs = clock.now()
    const oldest = await readOldestWaiting(pool)
    return environments.map((environment) => {
      const waitingMs = nowMs - (oldest.get(environment)?.getTime() ?? nowMs)
      return { value: Math.max(0, waitingMs / 1_000), labels: { environment } }
    })
  }, [
    {
      name: 'nani_audit_lag_seconds',
      help: 'For how long the oldest audit entry or act has waited for the transparency log.',
      labels: ['environment'],
      of: (lags) => lags,
    },
  ])
