import type { SourceOfDay } from '@nani/foundation/archive/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { firstDayOfStep, readSnapshot } from './new-entries.ts'

/** Which entries without a leaf the next step of the sequencer takes. */
export type NextStep = {
  /** False: no step was made yet. */
  hasRun: boolean
  /** The snapshot of the step before: entries that it could not see. */
  xmax: string
  active: string[]
  /** The first day of those entries. */
  firstDay: string
  /** From this day on, all entries without a leaf; null: none of them. */
  sweepDay: string | null
}

const firstOfAll = '-infinity'

export const readNextStep = async (database: Database): Promise<NextStep> => {
  const { rows } = await database.query<{
    read_until: string | null
    read_at: Date | null
    sweep_day: string | null
  }>(
    `select read_until, coalesce(read_at, (select max(at) from audit_checkpoints), now()) as read_at,
       sweep_day::text as sweep_day from audit_sequencing`,
  )
  const [state] = rows
  const { xmax, active } = readSnapshot(state?.read_until ?? '0:0:')
  return {
    hasRun: state?.read_until != null,
    ...{ xmax, active, firstDay: firstDayOfStep(state?.read_at?.getTime() ?? 0) },
    sweepDay: state?.read_until ? state.sweep_day : firstOfAll,
  }
}

/** Why a day of entries may not be archived yet: the sequencer reads only entries of the database. Null: nothing. */
export const whyEntriesWait = async (
  client: pg.ClientBase,
  { day, rows: ofEntries, leaves }: Pick<SourceOfDay, 'rows' | 'leaves'> & { day: string },
): Promise<string | null> => {
  const { hasRun, sweepDay } = await readNextStep(client)
  if (!hasRun) return 'The transparency log has no entry yet.'
  if (sweepDay !== null && sweepDay <= day) return 'The transparency log still reads entries of this day.'
  const leaf = leaves
    ? `where not exists (select from ${client.escapeIdentifier(leaves)} l
         where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day)`
    : ''
  const { rows } = await client.query(`select 1 from ${client.escapeIdentifier(ofEntries)} e ${leaf} limit 1`)
  return rows.length > 0 ? 'An entry is not in the transparency log yet. Run: nani audit check' : null
}
