import {
  ageVerification,
  ageVerificationRequest,
  defaultAgeThreshold,
  individualIdentifierTypes,
} from '@nani/contract'
import { defineService, type Service } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import { decide } from './decide.ts'
import { description, examples } from './examples.ts'

/** See spec/age#age-verification. */
export const createAgeVerification = (register: Register): Service =>
  defineService({
    name: 'age_verification',
    object: 'age_verification',
    idPrefix: 'age',
    path: '/v1/age/verifications',
    title: 'Age Verification',
    summary: 'Check whether a person has reached an age, with minimal disclosure on request.',
    actions: { call: 'Verify an age', batch: 'Verify a batch of ages', result: 'an age verification' },
    description,
    examples,
    refusals: ['register_unavailable'],
    request: ageVerificationRequest,
    result: ageVerification,
    batchFields: ['purpose', 'scopes', 'threshold', 'comparison', 'disclosure', 'document_delivery'],
    identifierTypes: { identifier: individualIdentifierTypes },
    billableScopes: ({ disclosure }, scopes) => (disclosure === 'minimal' ? [] : scopes),
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
