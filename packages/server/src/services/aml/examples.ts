import type { Service } from '../../calls/calls/index.ts'

/** The introduction for readers of the API description (spec/aml#screening-request, docs/aml-screening.md). */
export const description = `
Screens a person or a company against sanctions lists, politically exposed persons, adverse media, watchlists and the
jurisdictions listed by FATF. The response has one risk level, a score, every hit, and the PEP status.

The \`subject\` has exactly one of three forms:

| Form | Subject | Searched data |
|---|---|---|
| \`identifier\` | A person of the register | The certified name, date of birth, gender, nationality and documents |
| \`full_name\`, if known with \`date_of_birth\` and \`nationality\` | A person given by name | The facts that you send. Each missing fact gives more hits to review |
| \`business.identifier\` | A company of the register | Its legal and trade names. Officers and owners are separate subjects |

\`checks\` names the checks that **ran**. A missing check reports nothing, and is not a clearance. Either its list is not
loaded, or the subject has no fact to search for. A name without a nationality has no jurisdictions. An identifier without
a certified name is searched only in the fraud network.

\`risk_score\` is 100 · (1 − Π(1 − weight · match score · recency)) over the hits: \`low\` to 29, \`medium\` to 69, \`high\` from 70.
A strong match with an active designation is always \`high\`. Each hit has a \`details_url\`, which leads to the entry as it was
at the time and explains the match field by field.

\`fraud_signals.identity_fraud_victim\` requires additional verification. It never raises the risk.

With \`monitoring: true\` the subject is screened again whenever a list or the identity changes. \`aml_screening.alert\` reports
a new hit, a changed level or a changed PEP status.

Screening results are compliance information. They must not be disclosed to the subject.
`.trim()

const person = (digits: string) => ({ identifier: { type: 'svc_id', value: `COD-0000-0000-${digits}` } })
const purpose = 'regulatory_compliance'

/** Sandbox people and businesses (spec/sandbox#test-identities). The last two calls are refused. */
export const examples: Service['examples'] = [
  {
    name: 'sanctions',
    summary: 'On a sanctions list',
    request: { subject: person('0009'), scopes: [], purpose, reference: 'file-88' },
  },
  {
    name: 'pep',
    summary: 'A domestic PEP, with two checks and monitoring',
    request: { subject: person('0010'), checks: ['sanctions', 'pep'], monitoring: true, scopes: [], purpose },
  },
  {
    name: 'by_name',
    summary: 'By name: words in another order, without an accent',
    request: {
      subject: { full_name: 'Janvier BARAKA MUTABAZI', date_of_birth: '1974-02-02', nationality: 'COD' },
      purpose: 'customer_onboarding',
    },
  },
  {
    name: 'fraud_network',
    summary: 'Suspect in a confirmed fraud case',
    request: { subject: person('0011'), checks: ['watchlists'], scopes: [], purpose: 'fraud_prevention' },
  },
  {
    name: 'victim',
    summary: 'Victim of identity fraud: not a risk of the person',
    request: { subject: person('0012'), scopes: [], purpose: 'fraud_prevention' },
  },
  {
    name: 'business',
    summary: 'A company',
    request: {
      subject: { business: { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } } },
      purpose: 'customer_onboarding',
    },
  },
  {
    name: 'not_found',
    summary: 'An unknown identifier: nothing was screened by name',
    request: { subject: person('0404'), purpose },
  },
  {
    name: 'unsupported_identifier_type',
    summary: 'The number of a company instead of a person’s identifier',
    request: { subject: { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } }, purpose },
  },
  {
    name: 'invalid_request',
    summary: 'Two forms of a subject together',
    request: { subject: { ...person('0009'), full_name: 'Baraka Mutabazi Janvier' }, purpose },
  },
]
