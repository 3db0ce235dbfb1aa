import type { OversightNeeds } from '@nani/server/organizations/organizations/index.ts'
import { area } from './command-area.ts'

/** `nani organizations …`: organizations that registered themselves. */
export const organizations = area<
  typeof import('@nani/server/organizations/organizations/index.ts'),
  OversightNeeds
>({
  name: 'organizations',
  about: 'organizations, their verification and their suspension',
  load: () => import('@nani/server/organizations/organizations/index.ts'),
  needs: async ({ installation, rules }) => ({ ...installation, rules: await rules() }),
  options: { reason: 'the reason, which the organization sees' },
  commands: {
    list: { act: 'listAllOrganizations', columns: 'id status name rccm' },
    'show <organization>': 'showOrganization',
    'verify <organization>': 'verifyOrganization',
    'refuse <organization>': 'refuseOrganization',
    'suspend <organization>': 'suspendOrganization',
    'restore <organization>': 'restoreOrganization',
  },
})
