import type { Service } from '../../calls/calls/index.ts'

/** What a newcomer must know (spec/credit#credit-request, docs/credit-scoring.md). */
export const description = `
Returns the credit score of a citizen who consented to it: a score from 300 to 850, its band, the probability of default within
12 months, and the factors that explain it.

A valid consent of this citizen for this application is required. Every other case returns 403 \`consent_required\`: a missing,
expired, revoked, foreign or mismatched consent, and an unknown identifier. Nothing is computed or billed. Send a consent
request with \`POST /v1/credit/consents\`, or use the consent of a sign-in. In the sandbox, \`cns_sandbox_valid\` is always a valid
consent of \`COD-0000-0000-0008\`.

| Band | Score | Risk | Default rate in 12 months |
|---|---|---|---|
| \`A\` | 750-850 | Very low | < 2 % |
| \`B\` | 670-749 | Low | 2-5 % |
| \`C\` | 580-669 | Moderate | 5-12 % |
| \`D\` | 500-579 | High | 12-25 % |
| \`E\` | 300-499 | Very high | > 25 % |

\`amount_requested\` changes only the probability, inside the interval of the band. A larger amount never lowers it.

The weights of the factors sum to 1. A confirmed fraud case lowers the score by 150 points, and a sanctions hit limits it to 350.
\`data_sources\` is empty if no record of the citizen is usable. The score is then the fixed score of a thin file.

The only purpose is \`credit_assessment\`. Only basic KYC is returned. \`risk_signals\`, \`sanctions_exposure\` and \`fraud_history\` are
compliance information. Do not show them to the citizen.
`.trim()

const person = (digits: string) => ({ type: 'svc_id', value: `COD-0000-0000-${digits}` })
const consent = (name: string) => ({ method: 'svc_app', consent_id: `cns_sandbox_${name}` })
const common = { purpose: 'credit_assessment', product: 'personal_loan' }

/** The sandbox person with a consent that is always valid; the last four are refused. */
export const examples: Service['examples'] = [
  {
    name: 'score',
    summary: 'With a valid consent',
    request: { identifier: person('0008'), consent: consent('valid'), ...common, reference: 'loan-311' },
  },
  {
    name: 'amount',
    summary: 'With an amount, which changes only the probability of default',
    request: {
      identifier: person('0008'),
      consent: consent('valid'),
      ...common,
      product: 'microcredit',
      amount_requested: { value: 2_500_000, currency: 'CDF' },
    },
  },
  {
    name: 'without_consent',
    summary: 'Without a consent',
    request: { identifier: person('0008'), ...common },
  },
  {
    name: 'expired_consent',
    summary: 'With an expired consent',
    request: { identifier: person('0008'), consent: consent('expired'), ...common },
  },
  {
    name: 'other_citizen',
    summary: 'With the consent of another citizen',
    request: { identifier: person('0008'), consent: consent('other'), ...common },
  },
  {
    name: 'invalid_request',
    summary: 'With an unknown product',
    request: { identifier: person('0008'), consent: consent('valid'), ...common, product: 'car_loan' },
  },
]
