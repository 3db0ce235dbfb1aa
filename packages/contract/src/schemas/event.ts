import Type from 'typebox'
import { type EventObjectKind, type EventType, eventCatalogue } from '../events.ts'
import { creditConsentStatuses } from './credit-consent.ts'
import { batchSchema, jobSchema } from './modes.ts'

const open = (properties: Record<string, Type.TSchema>) =>
  Type.Object(properties, { additionalProperties: true })
const riskLevel = Type.Enum(['low', 'medium', 'high'])

const alertFields = {
  monitor_id: Type.String(),
  screening_id: Type.String(),
  reference: Type.Union([Type.String(), Type.Null()]),
}
const alertFindings = {
  previous_risk_level: riskLevel,
  risk_level: riskLevel,
  risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
  hits: Type.Array(open({})),
}

/** `data.object` by kind. Any object, if the specification defines no fields. */
const objectSchemas: Record<EventObjectKind, Type.TSchema> = {
  job: jobSchema(open({})),
  job_result: open({ job_id: Type.String(), result: open({}) }),
  batch: batchSchema,
  alert: open({
    ...alertFields,
    reason: Type.Enum(['new_hit', 'risk_level_changed', 'pep_status_changed']),
    ...alertFindings,
  }),
  removed_hit: open({ ...alertFields, ...alertFindings }),
  fraud_report: open({
    id: Type.String(),
    object: Type.Literal('fraud_report'),
    case_number: Type.String(),
    type: Type.String(),
    status: Type.String(),
    reporter_reference: Type.Union([Type.String(), Type.Null()]),
  }),
  credit_consent: open({
    id: Type.String(),
    object: Type.Enum(['credit_consent_request', 'credit_consent']),
    status: Type.Enum([...creditConsentStatuses]),
  }),
  application: open({}),
  wallet: open({}),
  invoice: open({}),
  payment: open({}),
  topup_request: open({}),
}

/** spec/webhooks#event-envelope for one type of the catalogue. Only status changes have `previous_attributes`. */
export const eventSchema = (type: EventType) =>
  Type.Object({
    id: Type.String({ description: 'evt_…; identifies a repeated delivery.' }),
    object: Type.Literal('event'),
    type: Type.Literal(type),
    livemode: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
    data: Type.Object({
      object: objectSchemas[eventCatalogue[type].object],
      ...(type.endsWith('status_changed') && { previous_attributes: open({}) }),
    }),
  })

/** The general event envelope for receivers. The type determines the kind of `data.object`. */
export type WebhookEvent = {
  id: string
  object: 'event'
  type: EventType | (string & {})
  livemode: boolean
  created_at: string
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}
