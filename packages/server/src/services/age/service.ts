import {
  type AgeVerificationRequest,
  ageVerification,
  ageVerificationRequest,
  defaultAgeThreshold,
  individualIdentifierTypes,
} from '@nani/contract'
import { defineService, type Service } from '../../delivery/index.ts'
import type { Register } from '../../register/index.ts'
import { decide } from './decide.ts'
import { description, examples } from './examples.ts'

/** Decisions §8, Age Verification. */
export const createAgeVerification = (register: Register): Service =>
  defineService<AgeVerificationRequest>({
    name: 'age_verification',
    object: 'age_verification',
    idPrefix: 'age',
    path: '/v1/age/verifications',
    title: 'Age Verification',
    summary: 'Tell whether somebody has reached an age, without telling more than that when asked so.',
    description,
    examples,
    refusals: ['register_unavailable'],
    request: ageVerificationRequest,
    result: ageVerification,
    batchFields: ['purpose', 'scopes', 'threshold', 'comparison', 'disclosure', 'document_delivery'],
    identifierTypes: { identifier: individualIdentifierTypes },
    completedEvent: 'age_verification.completed',
    async perform({ request, identifier, environment, scopes, nowMs }) {
      return decide({
        citizen: await register.findCitizen(identifier, environment),
        identifier,
        threshold: request.threshold ?? defaultAgeThreshold,
        isMinimal: request.disclosure === 'minimal',
        scopes,
        nowMs,
      })
    },
  })
