import type { Service } from '../../delivery/index.ts'

/** What a newcomer must know (spec 1 § `kyc_validation`, outcome contents). */
export const description = `
Looks an identifier up in the register, compares the claims that you send, and returns basic identity data plus
a block for every scope that is applied.

| \`result\` | It contains |
|---|---|
| \`verified\` | \`account\`, \`match\`, and \`kyc\`: basic KYC and every applied scope |
| \`not_certified\` | \`account\` only, with \`certified\` false; the scope arrays are empty |
| \`not_found\` | neither \`account\` nor \`kyc\`; the scope arrays are empty |

All three are successful calls. A scope that is granted but of which the citizen has no data on record is left out
and named in \`scopes_withheld\`.

Names are compared tolerantly: order, case, accents, hyphens, honorifics and particles do not matter
(\`match\`); a missing component, an initial, a typing error or a phonetic spelling is a \`partial_match\`; a
component that conflicts is a \`no_match\`.
`.trim()

const identifier = (value: string) => ({ type: 'svc_id', value })

/** Sandbox people (decisions §10); the last two are refused. */
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
    summary: 'Certified: no `scopes`, so every granted one',
    request: { identifier: identifier('COD-0000-0000-0001'), purpose: 'customer_onboarding' },
  },
  {
    name: 'by_passport',
    summary: 'Found by passport; a name that agrees in part',
    request: {
      identifier: { type: 'passport', value: 'SX0000001' },
      match: { full_name: 'Jean-Pierre Kabeya' },
      purpose: 'regulatory_compliance',
      scopes: [],
    },
  },
  {
    name: 'scopes_withheld',
    summary: 'Certified, but nothing more on record',
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
    summary: 'Nobody by this identifier',
    request: { identifier: identifier('COD-0000-0000-0404'), purpose: 'fraud_prevention' },
  },
  {
    name: 'invalid_identifier',
    summary: 'A value that is not of its type',
    request: { identifier: { type: 'ceni', value: '12-34' }, purpose: 'customer_onboarding' },
  },
  {
    name: 'register_unavailable',
    summary: 'The register does not answer',
    request: { identifier: identifier('COD-0000-0000-0502'), purpose: 'customer_onboarding' },
  },
]
