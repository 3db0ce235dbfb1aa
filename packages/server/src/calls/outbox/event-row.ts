export type EventRow = {
  event_id: string
  position: number
  type: string
  created_at: Date
  object_kind: 'job' | 'batch' | 'inline'
  object_id: string | null
  /** Null: an earlier release committed the event. */
  sealed_data: Buffer | null
  result_id: string | null
  /** How far the test clock of the application was ahead. Null: an earlier release committed the event. */
  clock_ahead_ms: number | null
}

/** The time of an event, of the clock of its application. */
export const eventTime = ({ created_at, clock_ahead_ms }: EventTime): number =>
  created_at.getTime() + (clock_ahead_ms ?? 0)

type EventTime = Pick<EventRow, 'created_at' | 'clock_ahead_ms'>

export const eventColumns =
  'event_id, position, type, created_at, object_kind, object_id, sealed_data, result_id, clock_ahead_ms::float8 as clock_ahead_ms'
