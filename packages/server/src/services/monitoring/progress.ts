import type { Database } from '@nani/foundation/storage/index.ts'

/** The changes that every monitor was screened against, or is marked for. */
export type Progress = {
  listChange: number
  threshold: number
  registerRevision: number
  networkRevision: number
  /** The time of the last full rescan. */
  rescannedAt: Date
}

type Row = {
  list_change: number
  threshold: number
  register_revision: number
  network_revision: number
  swept_at: Date
}

/** The progress so far; `start` when monitoring never ran on this database. */
export const readProgress = async (database: Database, start: Progress): Promise<Progress> => {
  const { rows } = await database.query<Row>({
    name: 'monitoring progress',
    text: `with begun as (
        insert into monitoring_progress (list_change, threshold, register_revision, network_revision, swept_at)
        values ($1, $2, $3, $4, $5) on conflict do nothing returning *
      ) select list_change, threshold, register_revision, network_revision, swept_at from begun
      union all
      select list_change, threshold, register_revision, network_revision, swept_at from monitoring_progress limit 1`,
    values: [
      start.listChange,
      start.threshold,
      start.registerRevision,
      start.networkRevision,
      start.rescannedAt,
    ],
  })
  const row = rows[0]
  // Another process is inserting the row at this moment.
  return row
    ? {
        listChange: row.list_change,
        threshold: row.threshold,
        registerRevision: row.register_revision,
        networkRevision: row.network_revision,
        rescannedAt: row.swept_at,
      }
    : start
}

/** Progress never goes back: a process with older progress writes no row. */
export const saveProgress = async (database: Database, progress: Progress): Promise<void> => {
  await database.query({
    name: 'save monitoring progress',
    text: `update monitoring_progress set list_change = $1, threshold = $2, register_revision = $3, swept_at = $4
      where list_change <= $1 and register_revision <= $3`,
    values: [progress.listChange, progress.threshold, progress.registerRevision, progress.rescannedAt],
  })
}

/** The revision of the fraud network that monitors were screened against. Null before the first progress. */
export const readFollowedNetwork = async (database: Database): Promise<number | null> => {
  const { rows } = await database.query<{ network_revision: number }>({
    name: 'followed fraud network',
    text: 'select network_revision from monitoring_progress',
  })
  return rows[0]?.network_revision ?? null
}

export const saveFollowedNetwork = async (database: Database, revision: number): Promise<void> => {
  await database.query({
    name: 'save followed fraud network',
    text: 'update monitoring_progress set network_revision = $1 where network_revision < $1',
    values: [revision],
  })
}
