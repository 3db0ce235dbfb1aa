import type { Service } from '../../delivery/index.ts'
import { sandboxPhotograph } from '../../register/index.ts'

/** What a newcomer must know (spec 1 § Face Recognition, § `face_recognition`). */
export const description = `
Compares a live photograph with enrolled faces: with those of one person when \`identifier\` is sent (1:1 verification),
with everybody's when it is not (1:N identification).

| \`result\` | It contains |
|---|---|
| \`match\` | \`similarity\`, \`account\`, and \`kyc\`: basic KYC and every applied scope |
| \`no_match\` of a verification | \`similarity\`, or null where the identifier leads to no certified account or no enrolled face |
| \`no_match\` of an identification | nothing: \`similarity\` is null, whether somebody was near or not |

\`reason\` says for people why this very check is made, and is kept in the audit trail as it is written; one text for all
checks is reported to auditors. The photograph is looked at and forgotten.

An image that cannot be used is refused with 422 and is not billed: \`image_quality_insufficient\` with its \`problems\`,
\`no_face_detected\`, \`multiple_faces_detected\`, \`liveness_failed\`, \`image_unreachable\`.

A similarity of 0.80 is reached by one pair of strangers in a thousand, 0.85 by one in ten thousand, 0.90 by one in a
hundred thousand, 0.95 by one in a million. Among a million people an identification at 0.90 would still find ten
strangers: it names somebody only if they are clearly ahead of everybody else as well.
`.trim()

const identifier = (value: string) => ({ type: 'svc_id', value })
const image = (name: string) => ({ data: sandboxPhotograph(name).toString('base64') })

/** The photographs of \`examples/faces\`, and the people of the sandbox whose they are. */
export const examples = (): Service['examples'] => [
  {
    name: 'verification_match',
    summary: '1:1, the same person another day',
    request: {
      image: image('jean-pierre-today'),
      identifier: identifier('COD-0000-0000-0001'),
      reason: 'Withdrawal of 2,500 USD at the counter of Matonge, teller 12, ticket 4711',
      purpose: 'customer_onboarding',
      scopes: [],
      reference: 'withdrawal-4711',
    },
  },
  {
    name: 'verification_no_match',
    summary: '1:1, somebody else',
    request: {
      image: image('beatrice-today'),
      identifier: identifier('COD-0000-0000-0001'),
      reason: 'Withdrawal of 80 USD at the counter of Matonge, teller 3, ticket 4712',
      purpose: 'customer_onboarding',
    },
  },
  {
    name: 'identification_match',
    summary: '1:N, who is this?',
    request: {
      image: image('beatrice-today'),
      threshold: 0.9,
      reason: 'Patient without papers, unconscious, brought to Ngaliema hospital, bed 14',
      purpose: 'regulatory_compliance',
      scopes: [],
    },
  },
  {
    name: 'multiple_faces_detected',
    summary: 'Two people in one photograph',
    request: {
      image: image('two-people'),
      reason: 'Opening of account 00-1234, branch of Gombe',
      purpose: 'customer_onboarding',
    },
  },
  {
    name: 'liveness_failed',
    summary: 'A photograph of a screen',
    request: {
      image: image('photo-of-a-screen'),
      identifier: identifier('COD-0000-0000-0001'),
      reason: 'Renewal of SIM +243 81 000 0001 at the shop of Limete',
      purpose: 'customer_onboarding',
    },
  },
]
