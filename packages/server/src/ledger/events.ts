import { dayOf } from '../storage/index.ts'

/** An event as its cause hands it over: what it tells of is read when it is told. */
export type OutgoingEvent = {
  event_id: string
  event_day: string
  type: string
  object_kind: 'job' | 'batch' | 'inline'
  object_id: string | null
  /** Base64, of an `inline` event: what it tells, sealed. */
  sealed_data?: string
}

/** An event about something that no longer changes: a settled job, a batch that ended. */
export const eventAbout = (
  type: string,
  kind: 'job' | 'batch',
  objectId: string,
  eventId: string,
  atMs: number,
): OutgoingEvent => ({
  event_id: eventId,
  event_day: dayOf(atMs),
  type,
  object_kind: kind,
  object_id: objectId,
})

/** The columns of an event, for json_to_recordset. */
export const eventRecord =
  'event_id text, event_day date, type text, object_kind text, object_id text, sealed_data text'

/**
 * The outbox, as common table expressions of the statement that makes an event true. It takes what an
 * expression `outgoing (event columns, at)` holds, numbers it in the order in which transactions commit (the
 * counter's row stays locked until then, so that a reader who follows the numbers misses none), and schedules
 * a delivery when the application's endpoint takes the type. `$1` is the application.
 */
export const outboxExpressions = `, numbered as (
    select *, row_number() over (order by event_id) as place, count(*) over () as total from outgoing
  ), position as (
    insert into event_positions as p (application_id, last)
    select $1, max(total) from numbered having count(*) > 0
    on conflict (application_id) do update set last = p.last + excluded.last
    returning last
  ), event as (
    insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id, sealed_data)
    select $1, event_day, event_id, position.last - total + place, type, at, object_kind, object_id,
      decode(sealed_data, 'base64')
    from numbered, position
    returning event_id, day, type, created_at
  ), delivery as (
    insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
    select $1, event.event_id, event.day, event.created_at
    from event join webhook_endpoints w
      on w.application_id = $1 and (w.event_types is null or event.type = any(w.event_types))
  )`
