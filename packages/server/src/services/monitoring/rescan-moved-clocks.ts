import type { Database } from '@nani/foundation/storage/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { forEachMonitor } from './for-each-monitor.ts'
import { rescanOne } from './full-rescan.ts'
import { readMonitorsOf } from './monitor-rows.ts'

/** An application whose test clock is ahead, and whose monitors a day of that clock may have changed. */
type MovedClock = { applicationId: string; aheadMs: number }

/** Applications of one turn. The others follow in the next. */
const maxApplications = 100

type Due = { nowMs: number; rescanMs: number }

/** The full rescan of all monitors counts as theirs, too. */
export const movedClocksDue = async (pool: Database, { nowMs, rescanMs }: Due): Promise<MovedClock[]> => {
  const { rows } = await pool.query<{ application_id: string; test_clock_ms: string }>({
    name: 'moved clocks due',
    text: `select a.application_id, a.test_clock_ms
      from applications a cross join monitoring_progress p left join monitor_clocks c using (application_id)
      where a.test_clock_ms > 0
        and $1::timestamptz + (a.test_clock_ms - $2::bigint) * interval '1 millisecond'
          >= coalesce(c.rescanned_at, p.swept_at)
        and exists (select from monitors m where m.application_id = a.application_id and m.stopped_at is null)
      order by a.application_id limit ${maxApplications}`,
    values: [new Date(nowMs), rescanMs],
  })
  return rows.map((row) => ({ applicationId: row.application_id, aheadMs: Number(row.test_clock_ms) }))
}

/**
 * Screens the monitors of those applications whose own clock has moved by a day since the last time, each application alone.
 * Returns false when it gave way: the others are still due.
 */
export const rescanMovedClocks = async (
  rescanMs: number,
  dependencies: MonitoringDependencies,
  mustGiveWay: () => Promise<boolean>,
): Promise<boolean> => {
  const { pool, clock, secrets, onError } = dependencies
  for (;;) {
    const nowMs = clock.now()
    const due = await movedClocksDue(pool, { nowMs, rescanMs })
    if (due.length === 0) return true
    for (const moved of due) {
      for await (const monitors of readMonitorsOf(pool, secrets, moved.applicationId)) {
        if (await mustGiveWay()) return false
        await forEachMonitor(
          monitors,
          (monitor) => rescanOne(monitor, dependencies),
          (_monitor, error) => onError(error),
        )
      }
      await saveRescan(pool, moved, nowMs)
    }
    if (due.length < maxApplications) return true
  }
}

/** A clock that returned to the present meanwhile keeps no time of the future. */
const saveRescan = async (
  pool: Database,
  { applicationId, aheadMs }: MovedClock,
  nowMs: number,
): Promise<void> => {
  await pool.query({
    name: 'save rescan of moved clock',
    text: `insert into monitor_clocks (application_id, rescanned_at)
      select application_id, $2 from applications where application_id = $1 and test_clock_ms >= $3 for share
      on conflict (application_id) do update set rescanned_at = excluded.rescanned_at`,
    values: [applicationId, new Date(nowMs + aheadMs), aheadMs],
  })
}
