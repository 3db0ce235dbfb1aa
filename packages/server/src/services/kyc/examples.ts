import type { Service } from '../../calls/calls/index.ts'

/** The introduction for readers of the API description (spec/kyc#kyc-outcomes). */
export const description = `
Looks up an identifier in the register, compares the claims that you send, and returns basic identity data and
a block for every applied scope.

| \`result\` | The response contains |
|---|---|
| \`verified\` | \`account\`, \`match\`, and \`kyc\`: basic KYC and every applied scope |
| \`not_certified\` | \`account\` only, with \`certified\` false; the scope arrays are empty |
| \`not_found\` | neither \`account\` nor \`kyc\`; the scope arrays are empty |

All three are successful calls. If the citizen has no data for a granted scope, its block is absent, and
\`scopes_withheld\` names the scope.

Names are compared as follows:

- \`match\`: equal except for order, case, accents, hyphens, honorifics and particles;
- \`partial_match\`: a missing component, an initial, a typing error or a phonetic spelling;
- \`no_match\`: a conflicting component.
`.trim()

const identifier = (value: string) => ({ type: 'svc_id', value })

/** Sandbox people (spec/sandbox#test-identities). The last two calls are refused. */
export const examples: Service['examples'] = [
  {
    name: 'verified',
    summary: 'Certified: claims compared, two scopes applied',
    request: {
      identifier: identifier('COD-0000-0000-0001'),
      match: { full_name: 'KABEYA Jean Pierre Ilunga', date_of_birth: '1988-07-21' },
      purpose: 'customer_onboarding',
      scopes: ['kyc.documents.primary', 'kyc.phone_numbers'],
      reference: 'customer-4711',
    },
  },
  {
    name: 'every_scope',
    summary: 'Certified: without `scopes`, so every granted scope',
    request: { identifier: identifier('COD-0000-0000-0001'), purpose: 'customer_onboarding' },
  },
  {
    name: 'by_passport',
    summary: 'Found by passport; a partly matching name',
    request: {
      identifier: { type: 'passport', value: 'SX0000001' },
      match: { full_name: 'Jean-Pierre Kabeya' },
      purpose: 'regulatory_compliance',
      scopes: [],
    },
  },
  {
    name: 'scopes_withheld',
    summary: 'Certified, without further data on record',
    request: {
      identifier: identifier('COD-0000-0000-0003'),
      purpose: 'customer_onboarding',
      scopes: ['kyc.addresses', 'kyc.emails'],
    },
  },
  {
    name: 'not_certified',
    summary: 'Known, not certified',
    request: { identifier: identifier('COD-0000-0000-0002'), purpose: 'customer_onboarding' },
  },
  {
    name: 'not_found',
    summary: 'An unknown identifier',
    request: { identifier: identifier('COD-0000-0000-0404'), purpose: 'fraud_prevention' },
  },
  {
    name: 'invalid_identifier',
    summary: 'A value with the wrong format',
    request: { identifier: { type: 'ceni', value: '12-34' }, purpose: 'customer_onboarding' },
  },
  {
    name: 'register_unavailable',
    summary: 'The register does not answer',
    request: { identifier: identifier('COD-0000-0000-0502'), purpose: 'customer_onboarding' },
  },
]
