import type { Service } from '../../calls/calls/index.ts'

/** The introduction for readers of the API description (spec/kyb#kyb-verification). */
export const description = `
Looks up a business by its RCCM, its national identification (\`id_nat\`) or its tax number (\`nif\`). Reports whether the
business is active, and compares your claims with the register.

| \`result\` | The response contains |
|---|---|
| \`verified\` | \`match\` and \`business\`: on record, and active |
| \`not_active\` | \`match\` and \`business\`, whose \`status\` is \`suspended\`, \`dissolved\` or \`struck_off\` |
| \`not_found\` | neither |

All three are successful calls. No person is resolved: there is no \`account\`, no \`kyc\`, and the scope arrays are empty.

\`match\` has a verdict for every claim. Company names are compared as follows:

- \`match\`: equal except for the legal form (in any place or spelling, or absent), case, accents, order, articles and \`&\`;
- \`partial_match\`: a typing error, a missing or an extra word, or another legal form;
- \`no_match\`: a conflicting word.

Numbers are compared without spaces, dashes and case. A different number is a \`no_match\`, and so is a number that the
register does not contain. \`representative_name\` gets the best verdict over all officers, whether or not they are
included.

\`officers\` and \`beneficial_owners\` appear only when \`include\` names them. \`share\` is the fraction held.
`.trim()

const rccm = (digits: string) => ({ type: 'rccm', value: `CD/KNG/RCCM/00-B-${digits}` })

/** Sandbox businesses (spec/sandbox#test-businesses). The last two calls are refused. */
export const examples: Service['examples'] = [
  {
    name: 'verified',
    summary: 'Active: claims compared, officers and owners included',
    request: {
      identifier: rccm('00001'),
      match: {
        legal_name: 'S.A.R.L. Mosaka Services',
        nif: 'A0000001A',
        representative_name: 'Jean-Pierre KABEYA ILUNGA',
      },
      include: ['officers', 'beneficial_owners'],
      purpose: 'regulatory_compliance',
      reference: 'supplier-203',
    },
  },
  {
    name: 'by_id_nat',
    summary: 'Found by its id_nat without dashes; a partly matching name',
    request: {
      identifier: { type: 'id_nat', value: '01A0001N00001A' },
      match: { legal_name: 'Mosaka Servcies' },
      purpose: 'customer_onboarding',
    },
  },
  {
    name: 'not_active',
    summary: 'On record, but dissolved',
    request: { identifier: rccm('00002'), purpose: 'fraud_prevention' },
  },
  {
    name: 'not_found',
    summary: 'An unknown business identifier',
    request: { identifier: rccm('00404'), purpose: 'regulatory_compliance' },
  },
  {
    name: 'unsupported_identifier_type',
    summary: 'An identifier of a person',
    request: {
      identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
      purpose: 'regulatory_compliance',
    },
  },
  {
    name: 'invalid_identifier',
    summary: 'A value with the wrong format',
    request: { identifier: { type: 'rccm', value: '00-B-00001' }, purpose: 'regulatory_compliance' },
  },
]
