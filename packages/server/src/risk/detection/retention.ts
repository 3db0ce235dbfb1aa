import { dayMs } from '@nani/foundation/core/index.ts'
import { type Database, deleteInTurns } from '@nani/foundation/storage/index.ts'

/** Known applications: the retention of the audit log. Unknown callers: a month. */
const retentionDays = { alarms: 400, failuresOfKnownKeys: 400, failuresOfStrangers: 31 }
const keptSketchesMs = 3_600_000
const rowsPerDelete = 10_000

/** Deletes rows of detection past their retention, a limited number in each statement. */
export const forgetDetections = async (pool: Database, nowMs: number): Promise<void> => {
  const daysAgo = (days: number) => new Date(nowMs - days * dayMs)
  const past: [table: string, condition: string, before: Date][] = [
    ['lookup_sketches', 'minute < $1', new Date(nowMs - keptSketchesMs)],
    ['alarms', 'raised_at < $1', daysAgo(retentionDays.alarms)],
    ['authentication_failures', 'minute < $1', daysAgo(retentionDays.failuresOfKnownKeys)],
    [
      'authentication_failures',
      'minute < $1 and application_id is null',
      daysAgo(retentionDays.failuresOfStrangers),
    ],
  ]
  for (const [table, condition, before] of past) {
    const text = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit $2))`
    await deleteInTurns(pool, text, [before], { rowsOfTurn: rowsPerDelete })
  }
}
