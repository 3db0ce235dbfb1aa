import {
  type CreditConsentRequest,
  creditConsentRequest,
  type NewCreditConsentRequest,
  newCreditConsentRequest,
} from '@nani/contract'
import { docsOfReceipt, type EndpointDocs } from '../../calls/calls/index.ts'

const tag = 'Credit Scoring'

const pending: CreditConsentRequest = {
  id: 'cnr_01KJQCCTY0B1F2GR7V5Q0WDX9N',
  object: 'credit_consent_request',
  status: 'pending',
  product: 'microcredit',
  reference: 'loan-2026-0042',
  created_at: '2026-03-02T09:00:00.000Z',
  expires_at: '2026-03-03T09:00:00.000Z',
}
const approved: CreditConsentRequest = {
  ...pending,
  status: 'approved',
  consent: {
    method: 'svc_app',
    consent_id: 'cns_01KJQCD3H8M4N6P9R2T5V8X1Z3',
    granted_at: '2026-03-02T09:04:12.000Z',
    expires_at: '2026-04-01T09:04:12.000Z',
  },
}
const sent: NewCreditConsentRequest = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'credit_assessment',
  product: 'microcredit',
  amount_requested: { value: 500_000, currency: 'CDF' },
  reference: 'loan-2026-0042',
}

export const docsOfRequesting: EndpointDocs = {
  tag,
  operationId: 'request_credit_consent',
  summary: 'Request the consent of a citizen',
  description: `
The citizen sees the request in the app, and approves or declines it within 24 hours. After the approval, send the
\`consent_id\` with each score. The consent is valid for 30 days, for this citizen, this application
and this product, and for any number of scores. The citizen may revoke it at any time.

- A pending request for the same citizen is returned again. No second request is created.
- An identifier without a certified account returns \`invalid_identifier\`. A person under 18 is not asked: the request is
  \`declined\` at once.
- In production, a citizen receives at most 3 new requests of an application in 24 hours, and 10 of all applications.
- Each change of the status sends \`credit_consent.status_changed\`.
`.trim(),
  path: {},
  query: {},
  asynchronous: false,
  request: {
    schema: newCreditConsentRequest,
    examples: () => ({ requested: { summary: 'A microcredit', value: sent } }),
  },
  answers: [
    {
      status: 202,
      description: 'The request, which waits for the citizen.',
      schema: creditConsentRequest,
      examples: () => ({ pending: { summary: 'Pending', value: pending } }),
    },
  ],
  refusals: [
    'invalid_request',
    'invalid_identifier',
    'unsupported_identifier_type',
    'purpose_not_approved',
    'rate_limited',
    'register_unavailable',
  ],
}

export const docsOfReading: EndpointDocs = {
  tag,
  operationId: 'read_credit_consent',
  summary: 'Read a consent request',
  description: `
The request in its current status. It has \`consent\` after the approval. \`expired\` means that the citizen did not answer within
24 hours, or that the consent lapsed after 30 days.
`.trim(),
  path: { id: { description: 'The `id` of the request.', example: pending.id } },
  query: {},
  asynchronous: false,
  request: null,
  answers: [
    {
      status: 200,
      description: 'The request.',
      schema: creditConsentRequest,
      examples: () => ({
        approved: { summary: 'Approved', value: approved },
        declined: { summary: 'Declined', value: { ...pending, status: 'declined' } },
      }),
    },
  ],
  refusals: ['not_found'],
}

export const docsOfConsentReceipt: EndpointDocs = docsOfReceipt({
  ...{ path: '/v1/credit/consents', tag, idPrefix: 'cnr', result: 'a consent request' },
  refusals: ['not_found'],
})
