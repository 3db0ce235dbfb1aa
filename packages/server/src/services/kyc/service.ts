import { individualIdentifierTypes, kycValidation, kycValidationRequest } from '@nani/contract'
import { defineService, type Service } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import { decide } from './decide.ts'
import { description, examples } from './examples.ts'

/** See spec/kyc#kyc-request. */
export const createKycValidation = (register: Register): Service =>
  defineService({
    name: 'kyc_validation',
    object: 'kyc_validation',
    idPrefix: 'kyc',
    path: '/v1/kyc/validations',
    title: 'KYC Validation',
    summary: 'Look up an identifier, compare claims, and return the granted identity data.',
    actions: {
      call: 'Validate an identity',
      batch: 'Validate a batch of identities',
      result: 'a validation',
    },
    description,
    examples,
    refusals: ['register_unavailable'],
    request: kycValidationRequest,
    result: kycValidation,
    batchFields: ['purpose', 'scopes', 'document_delivery'],
    identifierTypes: { identifier: individualIdentifierTypes },
    completedEvent: 'kyc_validation.completed',
    async perform({ request, identifier, environment, scopes, nowMs }) {
      const citizen = await register.findCitizen(identifier, environment)
      return decide({ citizen, identifier, claims: request.match ?? {}, scopes, nowMs })
    },
  })
