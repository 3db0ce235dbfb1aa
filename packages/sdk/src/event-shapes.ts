import type { EventType, eventCatalogue } from '@nani/contract'
import type { AnyResult, Batch, Job } from './shapes.ts'

type Json = Record<string, unknown>

/** What `data.object` is, by the kind that the catalogue names. */
type EventObjects = {
  job: Job
  job_result: { job_id: string; result: AnyResult } & Json
  batch: Batch
  alert: { monitor_id: string; screening_id: string; reference: string | null; reason: string } & Json
  fraud_report: {
    id: string
    object: 'fraud_report'
    case_number: string
    type: string
    status: string
  } & Json
  application: Json
  wallet: Json
  invoice: Json
  payment: Json
  topup_request: Json
}

/** One event of the type `Type` (spec 2 § Webhook event envelope). */
export type NaniEventOf<Type extends EventType> = {
  /** `evt_…`; the same event may come more than once, always under the same id. */
  id: string
  object: 'event'
  type: Type
  livemode: boolean
  /** RFC 3339. Events may come out of order: compare before you overwrite. */
  created_at: string
  data: {
    object: EventObjects[(typeof eventCatalogue)[Type]['object']]
    /** Only on status changes: the changed fields as they were. */
    previous_attributes?: Json
  }
}

/** An event; its `type` tells what `data.object` is. A later release may add types: leave others alone. */
export type NaniEvent = { [Type in EventType]: NaniEventOf<Type> }[EventType]

/** A page of `GET /v1/events`. */
export type EventsList = { object: 'list'; data: NaniEvent[]; next_cursor: string | null }
