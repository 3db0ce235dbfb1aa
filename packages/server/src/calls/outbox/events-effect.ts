import { currentTrace, idTime } from '@nani/foundation/core/index.ts'
import { dayOf, defineEffectOfMany, type Effect } from '@nani/foundation/storage/index.ts'
import type { OutgoingEvent } from './event-snapshot.ts'

/**
 * The outbox. It numbers the events in the order in which transactions commit: the row of the position stays locked
 * until then, so that a reader who follows the numbers misses no event. It schedules a delivery when the endpoint of
 * the application subscribed to the type.
 */
const outbox = defineEffectOfMany({
  name: 'events',
  columns: {
    event_id: 'text',
    event_day: 'date',
    type: 'text',
    object_kind: 'text',
    object_id: 'text',
    sealed_data: 'bytea',
    result_id: 'text',
    traceparent: 'text',
    tracestate: 'text',
  },
  locks: 'event_positions',
  write: ({ application, changes, at, column, step }) => ({
    numbered: `select ${column.event_id} as event_id, ${column.event_day} as day, ${column.type} as type,
        ${at} as at, ${column.object_kind} as object_kind, ${column.object_id} as object_id,
        ${column.sealed_data} as sealed_data, ${column.result_id} as result_id,
        ${column.traceparent} as traceparent, ${column.tracestate} as tracestate,
        row_number() over (order by ${column.event_id}) as place, count(*) over () as total
      from ${changes}`,
    lock: `insert into event_positions as p (application_id, last)
      select ${application}, max(total) from ${step('numbered')} having count(*) > 0
      on conflict (application_id) do update set last = p.last + excluded.last
      returning last`,
    event: `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id,
        sealed_data, result_id, traceparent, tracestate, clock_ahead_ms)
      select ${application}, e.day, e.event_id, position.last - e.total + e.place, e.type, e.at, e.object_kind,
        e.object_id, e.sealed_data, e.result_id, e.traceparent, e.tracestate,
        (select test_clock_ms from applications where application_id = ${application})
      from ${step('numbered')} as e, ${step('lock')} as position
      returning event_id, day, type, created_at`,
    delivery: `insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
      select ${application}, e.event_id, e.day, e.created_at
      from ${step('event')} as e join webhook_endpoints w
        on w.application_id = ${application} and (w.event_types is null or e.type = any(w.event_types))`,
  }),
})

/** Events that are true exactly if their change happens. */
export const eventsEffect = (events: readonly OutgoingEvent[]): Effect<'events'> => {
  const { traceparent = null, tracestate = null } = currentTrace() ?? {}
  return outbox(
    events.map(({ eventId, type, snapshot, resultId, about }) => ({
      event_id: eventId,
      // The partition of an event is found by its id.
      event_day: dayOf(idTime('evt', eventId) as number),
      type,
      object_kind: about?.kind ?? 'inline',
      object_id: about?.id ?? null,
      sealed_data: snapshot,
      result_id: resultId,
      traceparent,
      tracestate,
    })),
  )
}
