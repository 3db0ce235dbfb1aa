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
import { readable } from './readable.ts'

/** What a request that names no `threshold` asks for (spec 1 § Face Recognition request). */
export const defaultFaceThreshold = 0.85

/** Spec 1 § Face Recognition request. Exactly one of `data` and `url` of the image is sent. */
export const faceRecognitionRequest = Type.Object({
  image: Type.Object(
    {
      data: optional(Type.String({ minLength: 1, description: 'The file in standard base64.' })),
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
        'Default passive. none is for controlled captures, and for applications that were allowed it.',
    }),
  ),
  threshold: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: `Default ${defaultFaceThreshold}; 0.90 to 0.95 for every identification, where everybody is compared.`,
    }),
  ),
  reason: Type.String({
    minLength: 1,
    maxLength: limits.faceReasonCharacters,
    pattern: readable,
    description: 'Why this very check is made, for people; audited as it is written.',
  }),
  purpose: purposeField,
  scopes: scopesField,
  document_delivery: documentDeliveryField,
  reference: referenceField,
})
export type FaceRecognitionRequest = Type.Static<typeof faceRecognitionRequest>

const share = Type.Number({ minimum: 0, maximum: 1 })

/** Spec 1 § `face_recognition`. */
export const faceRecognition = Type.Object({
  ...envelopeFields,
  object: Type.Literal('face_recognition'),
  result: Type.Enum(['match', 'no_match']),
  mode: Type.Enum(['verification', 'identification']),
  similarity: Type.Union([share, Type.Null()], {
    description:
      'Null where nothing was compared, and of an identification that matches nobody: no candidate is disclosed.',
  }),
  threshold: Type.Number({ minimum: 0, maximum: 1, description: 'The threshold applied.' }),
  liveness: Type.Object({
    checked: Type.Boolean(),
    passed: Type.Union([Type.Boolean(), Type.Null()]),
    score: Type.Union([share, Type.Null()]),
  }),
  identifier: Type.Optional(identifierSchema),
  reason: Type.String({ description: 'As recorded in the audit trail.' }),
  ...identityFields,
})
export type FaceRecognition = Type.Static<typeof faceRecognition>
