import Type from 'typebox'
import { amlDisposition, amlDispositionRequest, hitDispositions } from '../aml-disposition.ts'
import { amlScreeningHit, riskLevels } from '../aml-screening.ts'
import { citizenDispute } from '../citizen-accesses.ts'
import { applicationId } from '../console-applications.ts'
import { nullable, timestamp } from '../console-people.ts'

/** Schemas of the console's API about compliance. They are near the objects of the wire. */

const screeningId = Type.String({ minLength: 1, maxLength: 60, examples: ['aml_01KJQCCTY0B1F2GR7V5Q0WDX9N'] })
const monitorId = Type.String({ examples: ['mon_01KJQCCTY0B1F2GR7V5Q0WDX9N'] })
const riskLevel = Type.Enum([...riskLevels])
const environment = Type.Enum(['sandbox', 'production'])

/** A monitor without its subject. The subject is in its screening, which the application reads. */
export const consoleMonitor = Type.Object({
  object: Type.Literal('monitor'),
  id: monitorId,
  status: Type.Enum(['active', 'stopped']),
  environment,
  /** The reference of its screening; null: it has none, or it is stopped. */
  reference: nullable(Type.String({ examples: ['customer-4711'] })),
  screening_id: screeningId,
  created_at: timestamp,
  screened_at: timestamp,
  stopped_at: nullable(timestamp),
})

const { details_url: _url, ...hitMembers } = amlScreeningHit.properties

/** An event of monitoring. Its members are those of `data.object`, and a hit has its position for a decision. */
export const consoleAlert = Type.Object({
  object: Type.Literal('alert'),
  id: Type.String({ examples: ['evt_01KJQCCTY0B1F2GR7V5Q0WDX9N'] }),
  type: Type.Enum(['aml_screening.alert', 'aml_screening.hit_removed']),
  created_at: timestamp,
  monitor_id: monitorId,
  screening_id: screeningId,
  reference: nullable(Type.String({ examples: ['customer-4711'] })),
  /** Null: an entry left its list, without another reason. */
  reason: nullable(Type.Enum(['new_hit', 'risk_level_changed', 'pep_status_changed'])),
  previous_risk_level: riskLevel,
  risk_level: riskLevel,
  risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
  hits: Type.Array(Type.Object({ position: Type.Integer({ minimum: 0 }), ...hitMembers })),
})

/** The form of the wire. The officer is the member who decides. */
export const newConsoleDisposition = Type.Object(
  {
    screening_id: screeningId,
    position: Type.Integer({ minimum: 0, maximum: 99_999, examples: [0] }),
    disposition: Type.Enum([...hitDispositions]),
    reason: amlDispositionRequest.properties.reason,
  },
  { additionalProperties: false },
)
export const consoleDisposition = amlDisposition

/** Why a face was compared, as the caller stated it. */
export const faceReason = Type.Object({
  object: Type.Literal('face_reason'),
  /** The result of the call. */
  id: Type.String({ examples: ['face_01KJQCCTY0B1F2GR7V5Q0WDX9N'] }),
  at: timestamp,
  request_id: Type.String({ examples: ['req_01KJQCCTY0B1F2GR7V5Q0WDX9N'] }),
  mode: Type.Enum(['verification', 'identification']),
  /** `match`, `no_match`, or the code of a refusal. */
  outcome: Type.String({ examples: ['match'] }),
  address: Type.String({ examples: ['203.0.113.7'] }),
  api_key: Type.String({ examples: ['key_test_0123456789abcdefghijklmn'] }),
  reason: Type.String(),
})

/** A dispute of a citizen. It names no citizen: `access.id` is the result or the sign-in. */
export const consoleDispute = Type.Object({
  object: Type.Literal('dispute'),
  id: citizenDispute.properties.id,
  status: citizenDispute.properties.status,
  environment,
  application_id: applicationId,
  created_at: timestamp,
  changed_at: timestamp,
  access: citizenDispute.properties.access,
  text: citizenDispute.properties.text,
  answers: citizenDispute.properties.answers,
})
export const newDisputeAnswer = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 2_000, examples: ['Vous avez ouvert un compte ce jour.'] }),
  },
  { additionalProperties: false },
)

export type ConsoleMonitor = Type.Static<typeof consoleMonitor>
export type ConsoleAlert = Type.Static<typeof consoleAlert>
export type ConsoleDisposition = Type.Static<typeof consoleDisposition>
export type FaceReason = Type.Static<typeof faceReason>
export type ConsoleDispute = Type.Static<typeof consoleDispute>
