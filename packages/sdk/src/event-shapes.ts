import type { EventType, eventCatalogue } from '@nani/contract'
import type { AnyResult, Batch, Job } from './shapes.ts'

type Json = Record<string, unknown>

/** The type of `data.object`, by the kind in the catalogue. */
type EventObjects = {
  job: Job
  job_result: { job_id: string; result: AnyResult } & Json
  batch: Batch
  alert: { monitor_id: string; screening_id: string; reference: string | null; reason: string } & Json
  removed_hit: { monitor_id: string; screening_id: string; reference: string | null } & Json
  fraud_report: {
    id: string
    object: 'fraud_report'
    case_number: string
    type: string
    status: string
  } & Json
  credit_consent: { id: string; object: string; status: string } & Json
  application: Json
  wallet: Json
  invoice: Json
  payment: Json
  topup_request: Json
}

/** One event of the type `Type` (spec/webhooks#event-envelope). */
export type NaniEventOf<Type extends EventType> = {
  /** `evt_…`. An event can arrive more than once, always with the same id. */
  id: string
  object: 'event'
  type: Type
  livemode: boolean
  /** RFC 3339. Events can arrive out of order, so compare before you overwrite. */
  created_at: string
  data: {
    object: EventObjects[(typeof eventCatalogue)[Type]['object']]
    /** Only for status changes: the previous values of changed fields. */
    previous_attributes?: Json
  }
}

/** An event. Its `type` determines the kind of `data.object`. A later release can add types: ignore unknown ones. */
export type NaniEvent = { [Type in EventType]: NaniEventOf<Type> }[EventType]

/** A page of `GET /v1/events`. */
export type EventsList = { object: 'list'; data: NaniEvent[]; next_cursor: string | null }
