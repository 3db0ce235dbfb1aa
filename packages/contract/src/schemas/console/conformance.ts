import Type from 'typebox'
import { applicationId } from '../console-applications.ts'
import { nullable, timestamp } from '../console-people.ts'
import { type ConformanceReason, conformanceReasons } from './conformance-reasons.ts'

/** What a conformance run examines: the endpoint of the sandbox, and the recorded calls of the last seven days. */
export const conformanceChecks = [
  'webhook.valid_event',
  'webhook.forged_signature',
  'webhook.changed_body',
  'webhook.old_timestamp',
  'webhook.duplicate_event',
  'webhook.reordered_events',
  'webhook.unknown_type',
  'calls.successful',
  'calls.idempotent_retry',
  'calls.rate_limited',
  'calls.server_error',
] as const
export type ConformanceCheckName = (typeof conformanceChecks)[number]

const reasonCodes = Object.keys(conformanceReasons) as ConformanceReason[]

export const conformanceRun = Type.Object({
  object: Type.Literal('conformance_run'),
  id: Type.String({ examples: ['cfr_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  /** The application of the sandbox that was examined. */
  application_id: applicationId,
  /** `failed`: the run itself did not end. A run that found a fault is `completed`. */
  status: Type.Enum(['queued', 'running', 'completed', 'failed']),
  /** Whether no check failed, and each was seen. Null: the run has not ended. */
  passed: nullable(Type.Boolean()),
  checks: Type.Array(
    Type.Object({
      name: Type.Enum([...conformanceChecks]),
      result: Type.Enum(['passed', 'failed', 'not_seen']),
      reason: Type.String({ examples: ['The event was acknowledged.'] }),
      /** The reason as a code, for other languages. Absent in runs before it existed. */
      reason_code: Type.Optional(Type.Enum(reasonCodes)),
      /** The answer of the endpoint; null: there was none, or the check needs none. */
      http_status: Type.Optional(nullable(Type.Integer())),
    }),
  ),
  created_at: timestamp,
  ended_at: nullable(timestamp),
})
export type ConformanceRun = Type.Static<typeof conformanceRun>
export type ConformanceCheck = ConformanceRun['checks'][number]
