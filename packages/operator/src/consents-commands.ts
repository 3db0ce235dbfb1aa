import type {
  ConsentDependencies,
  DecidedConsent,
  ShownConsent,
} from '@nani/server/citizens/consents/index.ts'
import { area } from './command-area.ts'
import { facts, money, shown, table } from './views.ts'

type Consents = typeof import('@nani/server/citizens/consents/index.ts')
type Listed = Awaited<ReturnType<Consents['listConsents']>>[number]

const example = 'cnr_01JB2X4T6V9X2B5D7F9H1K3M5P'
const statusText = ({ id, status }: DecidedConsent): string => `  ${id} is ${status}.\n`

/** `nani consents …`: the consents of citizens to credit scores. */
export const consents = area<Consents, ConsentDependencies>({
  name: 'consents',
  about: 'consents of citizens to credit scores',
  load: () => import('@nani/server/citizens/consents/index.ts'),
  needs: ({ module, installation }) => module.consentDependencies(installation),
  commands: [
    {
      words: 'list',
      about: 'the newest requests and consents; citizens are not shown',
      example: 'consents list --status approved --limit 20',
      act: 'listConsents',
      options: {
        application_id: 'application id (default: all)',
        environment: 'sandbox or production (default: both)',
        limit: { text: 'at most 1000', default: 100 },
      },
      json: (data) => ({ data }),
      text: table<Listed>(
        [
          ...(['id', 'status', 'environment', 'application'] as const),
          (one) => shown(one.product, 'every product'),
          (one) => `since ${one.changed_at}`,
        ],
        '  There are no consents.',
      ),
    },
    {
      words: 'show <id>',
      about: 'one request or consent, with its citizen; the reading is audited',
      example: `consents show ${example}`,
      act: 'showConsent',
      text: facts<ShownConsent>({
        Id: 'id',
        Status: (one) => `${one.status} since ${one.changed_at}`,
        Citizen: 'svc_id',
        Application: (one) => `${one.application_id} (${one.environment})`,
        Product: (one) => ('product' in one ? one.product : 'every product'),
        Amount: (one) => money(one.amount_requested),
        Reason: 'revocation_reason',
        Uses: (one) => String(one.uses),
      }),
    },
    {
      words: 'revoke <id>',
      about: 'end a consent at once',
      example: `consents revoke ${example} --reason "Ordered by the court"`,
      act: 'revokeConsent',
      options: { reason: 'the reason, for the audit' },
      text: statusText,
    },
    {
      words: 'approve <id>',
      about: 'approve a request of the sandbox; in production only the citizen does',
      example: `consents approve ${example}`,
      act: 'approveConsent',
      text: statusText,
    },
    {
      words: 'decline <id>',
      about: 'decline a request of the sandbox; in production only the citizen does',
      example: `consents decline ${example}`,
      act: 'declineConsent',
      text: statusText,
    },
  ],
})
