import type { Service } from '../../delivery/index.ts'

/** What a newcomer must know (spec 2 § AML screening request, docs/aml-screening.md). */
export const description = `
Screens a person or a company against sanctions lists, politically exposed persons, adverse media, watchlists and the
jurisdictions that FATF lists, and gives one risk level, a score, every hit, and what is known of a PEP.

The \`subject\` has exactly one of three forms:

| Form | Whom it is about | What is searched |
|---|---|---|
| \`identifier\` | A person of the register | The certified name, date of birth, gender, nationality and documents |
| \`full_name\`, if known with \`date_of_birth\` and \`nationality\` | A person known by name | What you say: each fact less gives more hits to look through |
| \`business.identifier\` | A company of the register | Its legal and trade names. Officers and owners are subjects of their own |

\`checks\` names the checks that **ran**. One that is missing says nothing, least of all that all is clear: its list is not
loaded, or nothing of the subject is known that it could look for (a name without a nationality has no jurisdictions;
an identifier without a certified name is looked for in the network of confirmed fraud alone).

\`risk_score\` is 100 · (1 − Π(1 − weight · match score · recency)) over the hits: \`low\` to 29, \`medium\` to 69, \`high\` from 70.
A strong match with an active designation is always \`high\`. Each hit has a \`details_url\`: the entry behind it as it stood,
and field by field how the match came about.

\`fraud_signals.identity_fraud_victim\` asks you to verify more. It never raises the risk.

With \`monitoring: true\` the subject is screened again whenever a list or the identity changes; \`aml_screening.alert\` tells of
a new hit, a changed level or a changed PEP status.

What screening finds is compliance information: it is not to be disclosed to the subject.
`.trim()

const person = (digits: string) => ({ identifier: { type: 'svc_id', value: `COD-0000-0000-${digits}` } })
const purpose = 'regulatory_compliance'

/** Sandbox people and businesses (decisions §10); the last two are refused. */
export const examples: Service['examples'] = [
  {
    name: 'sanctions',
    summary: 'On a sanctions list',
    request: { subject: person('0009'), scopes: [], purpose, reference: 'file-88' },
  },
  {
    name: 'pep',
    summary: 'A domestic PEP, two of the checks, and monitored from now on',
    request: { subject: person('0010'), checks: ['sanctions', 'pep'], monitoring: true, scopes: [], purpose },
  },
  {
    name: 'by_name',
    summary: 'Known by name: parts in another order, without an accent',
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
    summary: 'Somebody misused this identity: no risk of the person’s',
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
    summary: 'Nobody has this identifier: nothing could be screened by name',
    request: { subject: person('0404'), purpose },
  },
  {
    name: 'unsupported_identifier_type',
    summary: 'A company’s number in the place of a person’s',
    request: { subject: { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } }, purpose },
  },
  {
    name: 'invalid_request',
    summary: 'Two forms at once',
    request: { subject: { ...person('0009'), full_name: 'Baraka Mutabazi Janvier' }, purpose },
  },
]
