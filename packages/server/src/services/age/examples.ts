import type { Service } from '../../delivery/index.ts'

/** What a newcomer must know (decisions §8). */
export const description = `
Looks an identifier up in the register and tells whether the person has reached \`threshold\`, 18 whole years unless
you say otherwise. The age is counted on today's UTC date; who was born on 29 February turns on 1 March in other
years.

| \`result\` | It contains |
|---|---|
| \`over_threshold\`, \`under_threshold\` | \`account\`, and \`kyc\`: basic KYC and every applied scope |
| \`not_certified\` | \`account\` only, with \`certified\` false; the scope arrays are empty |
| \`not_found\` | neither \`account\` nor \`kyc\`; the scope arrays are empty |

All four are successful calls. \`over_threshold\` includes the very day on which the threshold is reached.

With \`disclosure\` \`minimal\` you learn the \`result\` and nothing else of the person: no account, no identity data, no
level of assurance, whatever is granted to you. Ask for it wherever the answer alone is needed.

\`age_check\` repeats what was compared. Its \`assurance\` is the level of assurance of \`account\`, and null where the
answer has no account.
`.trim()

const identifier = (value: string) => ({ type: 'svc_id', value })

/** Sandbox people (decisions §10); the last two are refused. */
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
    summary: 'An adult, and nothing but that',
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
    summary: 'Nobody by this identifier',
    request: { identifier: identifier('COD-0000-0000-0404'), purpose: 'age_gating' },
  },
  {
    name: 'threshold_out_of_range',
    summary: 'A threshold beyond 120',
    request: { identifier: identifier('COD-0000-0000-0001'), threshold: 121, purpose: 'age_gating' },
  },
  {
    name: 'register_unavailable',
    summary: 'The register does not answer',
    request: { identifier: identifier('COD-0000-0000-0502'), purpose: 'age_gating' },
  },
]
