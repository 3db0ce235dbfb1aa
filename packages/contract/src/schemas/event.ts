import Type from 'typebox'
import { type EventObjectKind, type EventType, eventCatalogue } from '../events.ts'
import { batchSchema, jobSchema } from './modes.ts'

const open = (properties: Record<string, Type.TSchema>) =>
  Type.Object(properties, { additionalProperties: true })
const riskLevel = Type.Enum(['low', 'medium', 'high'])

/** `data.object` by kind. Where the specification shows no fields, any object. */
const objectSchemas: Record<EventObjectKind, Type.TSchema> = {
  job: jobSchema(open({})),
  job_result: open({ job_id: Type.String(), result: open({}) }),
  batch: batchSchema,
  alert: open({
    monitor_id: Type.String(),
    screening_id: Type.String(),
    reference: Type.Union([Type.String(), Type.Null()]),
    reason: Type.Enum(['new_hit', 'risk_level_changed', 'pep_status_changed']),
    previous_risk_level: riskLevel,
    risk_level: riskLevel,
    risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
    hits: Type.Array(open({})),
  }),
  fraud_report: open({
    id: Type.String(),
    object: Type.Literal('fraud_report'),
    case_number: Type.String(),
    type: Type.String(),
    status: Type.String(),
    reporter_reference: Type.Union([Type.String(), Type.Null()]),
  }),
  application: open({}),
  wallet: open({}),
  invoice: open({}),
  payment: open({}),
  topup_request: open({}),
}

/** Spec 2 § Webhook event envelope, for one type of the catalogue. `previous_attributes` only on status changes. */
export const eventSchema = (type: EventType) =>
  Type.Object({
    id: Type.String({ description: 'evt_…; use it to recognise a repeated delivery.' }),
    object: Type.Literal('event'),
    type: Type.Literal(type),
    livemode: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
    data: Type.Object({
      object: objectSchemas[eventCatalogue[type].object],
      ...(type.endsWith('status_changed') && { previous_attributes: open({}) }),
    }),
  })

/** The event envelope as any receiver may read it: the type tells what `data.object` is. */
export type WebhookEvent = {
  id: string
  object: 'event'
  type: EventType | (string & {})
  livemode: boolean
  created_at: string
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}
