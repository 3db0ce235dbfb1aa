import type { Service } from '../../delivery/index.ts'

/** What a newcomer must know (decisions §8). */
export const description = `
Looks a business up by its RCCM, its national identification (\`id_nat\`) or its tax number (\`nif\`), tells whether it is
active, and compares what you were told of it.

| \`result\` | It contains |
|---|---|
| \`verified\` | \`match\` and \`business\`: on record, and active |
| \`not_active\` | \`match\` and \`business\`, whose \`status\` is \`suspended\`, \`dissolved\` or \`struck_off\` |
| \`not_found\` | neither |

All three are successful calls. No person is resolved: there is no \`account\`, no \`kyc\`, and the scope arrays are empty.

\`match\` has a verdict for every claim. A company's name is compared tolerantly: legal form (in any place, in any
spelling, or absent), case, accents, order, articles and \`&\` do not matter (\`match\`); a typing error, a missing or an
extra word or another legal form is a \`partial_match\`; a word that conflicts is a \`no_match\`. Numbers are equal once
spaces, dashes and case are set aside, or \`no_match\`; so is a number that the register does not hold.
\`representative_name\` gets the best verdict over all officers, whether or not they are included.

\`officers\` and \`beneficial_owners\` appear only when \`include\` names them; \`share\` is the fraction held.
`.trim()

const rccm = (digits: string) => ({ type: 'rccm', value: `CD/KNG/RCCM/00-B-${digits}` })

/** Sandbox businesses (decisions §10); the last two are refused. */
export const examples: Service['examples'] = [
  {
    name: 'verified',
    summary: 'Active: claims compared, everybody included',
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
    summary: 'Found by its id_nat, dashes or not; a name that agrees in part',
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
    summary: 'No business by this identifier',
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
    summary: 'A value that is not of its type',
    request: { identifier: { type: 'rccm', value: '00-B-00001' }, purpose: 'regulatory_compliance' },
  },
]
