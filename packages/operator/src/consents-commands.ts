import type { ConsentDependencies } from '@nani/server/citizens/consents/index.ts'
import { area } from './command-line/command-area.ts'

const ofSandbox = 'of the sandbox; in production only the citizen does'

/** `nani consents …`: the consents of citizens to credit scores. */
export const consents = area<typeof import('@nani/server/citizens/consents/index.ts'), ConsentDependencies>({
  name: 'consents',
  about: 'consents of citizens to credit scores',
  load: () => import('@nani/server/citizens/consents/index.ts'),
  placed: 'applicationOfConsent',
  needs: ({ module, installation }) => ({ ...installation, ...module.consentDependencies(installation) }),
  options: { limit: { text: 'at most 1000', default: 100 } },
  commands: {
    list: {
      act: 'listConsents',
      everywhere: 'created_at',
      columns: 'id status environment application product changed_at',
    },
    'show <id>': 'showConsent',
    'revoke <id>': 'revokeConsent',
    'approve <id>': { act: 'approveConsent', about: `approve a request ${ofSandbox}` },
    'decline <id>': { act: 'declineConsent', about: `decline a request ${ofSandbox}` },
  },
})
