import { businessIdentifierTypes, kybVerification, kybVerificationRequest } from '@nani/contract'
import { defineService, type Service } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import { decide } from './decide.ts'
import { description, examples } from './examples.ts'

/** See spec/kyb#kyb-verification. */
export const createKybVerification = (register: Register): Service =>
  defineService({
    name: 'kyb_verification',
    object: 'kyb_verification',
    idPrefix: 'kyb',
    path: '/v1/kyb/verifications',
    title: 'KYB Verification',
    summary: 'Look up a business, report whether it is active, and compare claims about it.',
    actions: {
      call: 'Verify a business',
      batch: 'Verify a batch of businesses',
      result: 'a verification of a business',
    },
    description,
    examples,
    refusals: ['register_unavailable'],
    request: kybVerificationRequest,
    result: kybVerification,
    batchFields: ['purpose', 'include'],
    identifierTypes: { identifier: businessIdentifierTypes },
    completedEvent: 'kyb_verification.completed',
    async perform({ request, identifier, environment }) {
      return decide({
        business: await register.findBusiness(identifier, environment),
        identifier,
        claims: request.match ?? {},
        included: request.include ?? [],
      })
    },
  })
