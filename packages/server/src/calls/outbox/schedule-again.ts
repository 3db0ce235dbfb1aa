import type { Database } from '@nani/foundation/storage/index.ts'

const pageSize = 1_000

/** Schedules the selected events in a new round: they are due now, and have all five attempts. */
const scheduling = (selected: string) =>
  `insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
   ${selected}
   on conflict (application_id, event_id) do update
   set state = 'scheduled', round = webhook_deliveries.round + 1, attempts = 0,
     next_attempt_at = excluded.next_attempt_at, leased_until = null`

/** Schedules one event of a day, of any type. False: there is no such event. */
export const scheduleAgain = async (
  database: Database,
  {
    applicationId,
    eventId,
    day,
    nowMs,
  }: { applicationId: string; eventId: string; day: string; nowMs: number },
): Promise<boolean> => {
  const { rowCount } = await database.query(
    scheduling(`select application_id, event_id, day, $4 from events
      where application_id = $1 and event_id = $2 and day = $3`),
    [applicationId, eventId, day, new Date(nowMs)],
  )
  return rowCount !== 0
}

/** A page of events by position: those after a position, since a time. `firstDay` limits the partitions. */
export type EventPage = { after: number; sinceMs: number; firstDay: string }

/** Schedules those events of a page whose type the endpoint subscribed to. `last` is null after the last page. */
export const schedulePageAgain = async (
  database: Database,
  applicationId: string,
  { after, sinceMs, firstDay }: EventPage,
  nowMs: number,
): Promise<{ last: number | null; scheduled: number }> => {
  const { rows } = await database.query<{ listed: number; last: number | null; scheduled: number }>(
    `with page as (
       select event_id, day, position, type from events
       where application_id = $1 and position > $2 and day >= $4
         and created_at + coalesce(clock_ahead_ms, 0) * interval '1 millisecond' >= $3
       order by position limit ${pageSize}
     ), scheduled as (
       ${scheduling(`select $1, p.event_id, p.day, $5 from page p join webhook_endpoints w
           on w.application_id = $1 and (w.event_types is null or p.type = any(w.event_types))
         order by p.event_id`)} returning event_id
     )
     select count(*) as listed, max(position) as last, (select count(*) from scheduled) as scheduled from page`,
    [applicationId, after, new Date(sinceMs), firstDay, new Date(nowMs)],
  )
  const { listed, last, scheduled } = rows[0] as { listed: number; last: number | null; scheduled: number }
  return { last: Number(listed) < pageSize ? null : last, scheduled: Number(scheduled) }
}
