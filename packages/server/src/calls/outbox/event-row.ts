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
}

export const eventColumns =
  'event_id, position, type, created_at, object_kind, object_id, sealed_data, result_id'
