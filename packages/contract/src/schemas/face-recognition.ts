import Type from 'typebox'
import { limits } from '../limits.ts'
import {
  documentDeliveryField,
  envelopeFields,
  identityFields,
  purposeField,
  referenceField,
  scopesField,
} from './envelope.ts'
import { identifierSchema, optional } from './identity.ts'
import { readableRule, readableText } from './readable.ts'

/** The default of `threshold` (spec/face#face-request). */
export const defaultFaceThreshold = 0.85
/** The lowest threshold that the guidance gives for an identification. Clients ask for it (spec/face#thresholds). */
export const identificationThreshold = 0.9

const triggerCharacters = 100

/** See spec/face#face-request. Exactly one of `data` and `url` of the image is sent. */
export const faceRecognitionRequest = Type.Object({
  image: Type.Object(
    {
      data: optional(
        Type.String({
          minLength: 1,
          maxLength: limits.imageDataCharacters,
          description: 'The file in standard base64.',
        }),
      ),
      url: optional(
        Type.String({
          minLength: 1,
          maxLength: limits.imageUrlCharacters,
          description: 'HTTPS, reachable from the public internet while the request runs.',
        }),
      ),
    },
    { description: 'JPEG or PNG of at least 480 × 640 pixels, with one face. Exactly one of data and url.' },
  ),
  identifier: optional(identifierSchema),
  liveness: optional(
    Type.Enum(['passive', 'none'], {
      description:
        'Default passive. none is for supervised captures, and needs a permission of the application.',
    }),
  ),
  threshold: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: `Default ${defaultFaceThreshold}; use 0.90 to 0.95 for an identification, which compares with all enrolled people.`,
    }),
  ),
  reason: Type.String({
    minLength: 1,
    maxLength: limits.faceReasonCharacters,
    format: readableText,
    description: `The reason for this check, for human readers. It is stored unchanged in the audit log. ${readableRule}`,
  }),
  triggered_by: optional(
    Type.Object(
      {
        type: Type.Enum(['member', 'system']),
        id: Type.String({ minLength: 1, maxLength: triggerCharacters }),
      },
      {
        description:
          'The member of your staff or the system that triggered this check. It is stored with the reason, encrypted, and never returned. Absent: a system without an id.',
      },
    ),
  ),
  purpose: purposeField,
  scopes: scopesField,
  document_delivery: documentDeliveryField,
  reference: referenceField,
})
export type FaceRecognitionRequest = Type.Static<typeof faceRecognitionRequest>

const share = Type.Number({ minimum: 0, maximum: 1 })

/** See spec/face#face-result. */
export const faceRecognition = Type.Object({
  ...envelopeFields,
  object: Type.Literal('face_recognition'),
  result: Type.Enum(['match', 'no_match']),
  mode: Type.Enum(['verification', 'identification']),
  similarity: Type.Union([share, Type.Null()], {
    description:
      'Null if nothing was compared, and for an identification without a match: no candidate is disclosed.',
  }),
  threshold: Type.Number({ minimum: 0, maximum: 1, description: 'The threshold applied.' }),
  liveness: Type.Object({
    checked: Type.Boolean(),
    passed: Type.Union([Type.Boolean(), Type.Null()]),
    score: Type.Union([share, Type.Null()]),
  }),
  identifier: Type.Optional(identifierSchema),
  reason: Type.String({ description: 'The reason as stored in the audit log.' }),
  ...identityFields,
})
export type FaceRecognition = Type.Static<typeof faceRecognition>
