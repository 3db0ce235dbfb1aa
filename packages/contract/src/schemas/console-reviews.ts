import Type from 'typebox'
import { purposes } from '../purposes.ts'
import { scopes } from '../scopes.ts'
import { serviceNames } from '../services.ts'
import { conformanceRun } from './console/conformance.ts'
import { applicationId, productionStatuses } from './console-applications.ts'
import { nullable, timestamp } from './console-people.ts'

/** Schemas of the console's API about production reviews. */

const closed = { additionalProperties: false }
const maxText = 5_000
const maxFileCharacters = 14_000_000
const version = Type.Integer({ examples: [1] })
const text = Type.String({
  minLength: 1,
  maxLength: maxText,
  pattern: '^[^\\u0000]*$',
  examples: ['Ouverture de comptes'],
})
const covered = {
  services: Type.Array(Type.Enum([...serviceNames]), { uniqueItems: true, examples: [['kyc_validation']] }),
  scopes: Type.Array(Type.Enum([...scopes]), { uniqueItems: true, examples: [['kyc.addresses']] }),
  purposes: Type.Array(Type.Enum([...purposes]), { uniqueItems: true, examples: [['customer_onboarding']] }),
}

/** The questions of a dossier: for every review, and for the services and tiers that need more. */
export const reviewAnswers = [
  'purpose_description',
  'legal_basis',
  'data_protection_contact',
  'retention',
  'security_measures',
  'face_recognition_use',
  'face_check_triggers',
  'face_reason_format',
  'face_search_need',
  'face_liveness_exceptions',
  'credit_scoring_use',
  'sensitive_data_necessity',
  'biometric_data_necessity',
  'data_protection_officer',
  'biometric_encryption',
  'biometric_deletion',
] as const
export const reviewFileKinds = [
  'terms_of_service',
  'privacy_policy',
  'security_report',
  'biometric_assessment',
  'capture_audit',
  'licence',
  'other',
] as const

const answers = Type.Partial(
  Type.Object(Object.fromEntries(reviewAnswers.map((name) => [name, text])), closed),
)

export const reviewFile = Type.Object({
  object: Type.Literal('review_file'),
  id: Type.String({ examples: ['rvf_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  kind: Type.Enum([...reviewFileKinds]),
  name: Type.String({ examples: ['privacy.pdf'] }),
  content_type: Type.String({ examples: ['application/pdf'] }),
  bytes: Type.Integer({ examples: [20_480] }),
  created_at: timestamp,
})
export const reviewMessage = Type.Object({
  object: Type.Literal('review_message'),
  id: Type.String({ examples: ['rvm_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  /** The side that wrote it. */
  from: Type.Enum(['organization', 'reviewer']),
  text: Type.String(),
  created_at: timestamp,
})

export const review = Type.Object({
  object: Type.Literal('review'),
  id: Type.String({ examples: ['rev_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  application_id: applicationId,
  /** Null: it is a draft. */
  status: nullable(Type.Enum([...productionStatuses])),
  /** Another reviewer must decide than the one who proposes. */
  enhanced: Type.Boolean(),
  origin: Type.Enum(['console', 'command_line']),
  ...covered,
  name: Type.String({ examples: ['Ouverture de compte'] }),
  answers,
  files: Type.Array(reviewFile),
  messages: Type.Array(reviewMessage),
  /** The newest run of the counterpart in the sandbox; null: none has ended. */
  conformance_run: nullable(conformanceRun),
  /** The fields that a submission still needs. */
  missing: Type.Array(Type.String({ examples: ['answers.legal_basis'] })),
  reason: nullable(Type.String()),
  created_at: timestamp,
  submitted_at: nullable(timestamp),
  decided_at: nullable(timestamp),
  version,
})
const coveredChange = {
  services: Type.Optional(covered.services),
  scopes: Type.Optional(covered.scopes),
  purposes: Type.Optional(covered.purposes),
  answers: Type.Optional(answers),
}
/** Absent services, scopes and purposes are those of the application. */
export const newReview = Type.Object(coveredChange, closed)
export const reviewChange = Type.Object(coveredChange, { ...closed, minProperties: 1 })
export const newReviewFile = Type.Object(
  {
    kind: Type.Enum([...reviewFileKinds]),
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000-\\u001f/\\\\]+$',
      examples: ['privacy.pdf'],
    }),
    data: Type.String({
      minLength: 4,
      maxLength: maxFileCharacters,
      description: 'Base64, at most 10 MiB.',
      examples: ['JVBERi0='],
    }),
  },
  closed,
)
export const newReviewMessage = Type.Object({ text }, closed)

export type Review = Type.Static<typeof review>
export type ReviewFile = Type.Static<typeof reviewFile>
export type ReviewMessage = Type.Static<typeof reviewMessage>
export type ReviewAnswer = (typeof reviewAnswers)[number]
