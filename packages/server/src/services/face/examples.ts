import { identificationThreshold } from '@nani/contract'
import type { Service } from '../../calls/calls/index.ts'
import { sandboxPhotograph } from '../../register/synthetic-data/index.ts'

/** The introduction for readers of the API description (spec/face#face-recognition, spec/face#face-result). */
export const description = `
Compares a live photograph with enrolled faces. With \`identifier\` it compares with the faces of one person (1:1
verification), without it with the faces of all enrolled people (1:N identification).

| \`result\` | The response contains |
|---|---|
| \`match\` | \`similarity\`, \`account\`, and \`kyc\`: basic KYC and every applied scope |
| \`no_match\` of a verification | \`similarity\`, or null if the identifier has no certified account or no enrolled face |
| \`no_match\` of an identification | nothing: \`similarity\` is null, whether or not another face was similar |

\`reason\` states the purpose of this check for human readers. It is stored unchanged in the audit log. The same text for all
checks is reported to auditors. \`triggered_by\` names the member or the system that triggered it, and is never returned. The photograph is deleted after the analysis.

An unusable image is refused with 422 and is not billed: \`image_quality_insufficient\` with its \`problems\`,
\`no_face_detected\`, \`multiple_faces_detected\`, \`liveness_failed\`, \`image_unreachable\`.

Of a mixed crowd, one pair of strangers in a thousand reaches a similarity of 0.80. For 0.85 it is one in ten thousand, for
0.90 one in a hundred thousand, and for 0.95 one in a million. Within a group of similar people it is more often, unless the
operator has fitted the similarity to its own people. Ask for 0.90 or more in an identification. A person is identified only
with a clear lead over every other person.
`.trim()

const identifier = (value: string) => ({ type: 'svc_id', value })
const image = (name: string) => ({ data: sandboxPhotograph(name).toString('base64') })

/** The photographs of \`examples/faces\`, and their sandbox people. */
export const examples = (): Service['examples'] => [
  {
    name: 'verification_match',
    summary: '1:1, the same person on another day',
    request: {
      image: image('jean-pierre-today'),
      identifier: identifier('COD-0000-0000-0001'),
      reason: 'Withdrawal of 2,500 USD at the counter of Matonge, ticket 4711',
      triggered_by: { type: 'member', id: 'teller-12' },
      purpose: 'customer_onboarding',
      scopes: [],
      reference: 'withdrawal-4711',
    },
  },
  {
    name: 'verification_no_match',
    summary: '1:1, another person',
    request: {
      image: image('beatrice-today'),
      identifier: identifier('COD-0000-0000-0001'),
      reason: 'Withdrawal of 80 USD at the counter of Matonge, teller 3, ticket 4712',
      purpose: 'customer_onboarding',
    },
  },
  {
    name: 'identification_match',
    summary: '1:N, an identification',
    request: {
      image: image('beatrice-today'),
      threshold: identificationThreshold,
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
