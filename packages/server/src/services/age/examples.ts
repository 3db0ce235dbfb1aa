import type { Service } from '../../calls/calls/index.ts'

/** The introduction for readers of the API description (spec/age#age-verification). */
export const description = `
Looks up an identifier in the register and reports whether the person has reached \`threshold\`. The default is 18 whole
years. The age is computed on today's UTC date. A person born on 29 February reaches the next age on 1 March in years
without that day.

| \`result\` | The response contains |
|---|---|
| \`over_threshold\`, \`under_threshold\` | \`account\`, and \`kyc\`: basic KYC and every applied scope |
| \`not_certified\` | \`account\` only, with \`certified\` false; the scope arrays are empty |
| \`not_found\` | neither \`account\` nor \`kyc\`; the scope arrays are empty |

All four are successful calls. \`over_threshold\` includes the day on which the threshold is reached.

With \`disclosure\` \`minimal\` the response contains only the \`result\`: no account, no identity data and no level of
assurance, whatever is granted to you. Use it whenever the result is enough.

\`age_check\` repeats the comparison. Its \`assurance\` is the level of assurance of \`account\`. It is null if the response
has no account.
`.trim()

const identifier = (value: string) => ({ type: 'svc_id', value })

/** Sandbox people (spec/sandbox#test-identities). The last two calls are refused. */
export const examples: Service['examples'] = [
  {
    name: 'over_threshold',
    summary: 'An adult, with basic KYC',
    request: {
      identifier: identifier('COD-0000-0000-0001'),
      purpose: 'age_gating',
      scopes: [],
      reference: 'order-1138',
    },
  },
  {
    name: 'minimal',
    summary: 'An adult, with minimal disclosure',
    request: {
      identifier: identifier('COD-0000-0000-0001'),
      threshold: 21,
      disclosure: 'minimal',
      purpose: 'age_gating',
    },
  },
  {
    name: 'under_threshold',
    summary: 'A minor',
    request: {
      identifier: identifier('COD-0000-0000-0007'),
      disclosure: 'minimal',
      purpose: 'age_gating',
    },
  },
  {
    name: 'not_certified',
    summary: 'Known, not certified',
    request: { identifier: identifier('COD-0000-0000-0002'), purpose: 'age_gating' },
  },
  {
    name: 'not_found',
    summary: 'An unknown identifier',
    request: { identifier: identifier('COD-0000-0000-0404'), purpose: 'age_gating' },
  },
  {
    name: 'threshold_out_of_range',
    summary: 'A threshold above 120',
    request: { identifier: identifier('COD-0000-0000-0001'), threshold: 121, purpose: 'age_gating' },
  },
  {
    name: 'register_unavailable',
    summary: 'The register does not answer',
    request: { identifier: identifier('COD-0000-0000-0502'), purpose: 'age_gating' },
  },
]
