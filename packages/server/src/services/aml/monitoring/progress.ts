import type pg from 'pg'

/** What every monitor has been screened against, or is due for. */
export type Progress = {
  listChange: number
  threshold: number
  registerRevision: number
  sweptAt: Date
}

type Database = Pick<pg.ClientBase, 'query'>
type Row = { list_change: number; threshold: number; register_revision: number; swept_at: Date }

/** As far as it has come; from `start` on when there was none. */
export const readProgress = async (database: Database, start: Progress): Promise<Progress> => {
  const { rows } = await database.query<Row>({
    name: 'monitoring progress',
    text: `with begun as (
        insert into monitoring_progress (list_change, threshold, register_revision, swept_at)
        values ($1, $2, $3, $4) on conflict do nothing returning *
      ) select list_change, threshold, register_revision, swept_at from begun
      union all select list_change, threshold, register_revision, swept_at from monitoring_progress limit 1`,
    values: [start.listChange, start.threshold, start.registerRevision, start.sweptAt],
  })
  const row = rows[0]
  // Another process has only just begun it.
  return row
    ? {
        listChange: row.list_change,
        threshold: row.threshold,
        registerRevision: row.register_revision,
        sweptAt: row.swept_at,
      }
    : start
}

/** It never goes back: a process that was overtaken says nothing new. */
export const saveProgress = async (database: Database, progress: Progress): Promise<void> => {
  await database.query({
    name: 'save monitoring progress',
    text: `update monitoring_progress set list_change = $1, threshold = $2, register_revision = $3, swept_at = $4
      where list_change <= $1 and register_revision <= $3`,
    values: [progress.listChange, progress.threshold, progress.registerRevision, progress.sweptAt],
  })
}
