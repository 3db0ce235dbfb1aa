import type { Organization } from '@nani/contract/console'
import type { OversightNeeds } from '@nani/server/organizations/organizations/index.ts'
import { area } from './command-area.ts'
import { facts, shown, table } from './views.ts'

const example = 'org_01JB2X4T6V9X2B5D7F9H1K3M5P'
const withReason = (verb: string) =>
  `organizations ${verb} ${example} --reason "The number is of another business."`
const reason = { reason: 'the reason, which the organization sees' }

const textOf = facts<Organization>({
  Id: 'id',
  Name: 'name',
  RCCM: (one) => one.rccm ?? 'none',
  Status: (one) => (one.status_reason === null ? one.status : `${one.status}: ${one.status_reason}`),
  Register: ({ comparison }) =>
    comparison
      ? `${comparison.result}: ${comparison.legal_name ?? 'no business'} (${comparison.status ?? '-'})`
      : 'not compared',
  Since: 'created_at',
})

type ByTwo = { status: string; organization: Organization }
const byTwoText = ({ status, organization }: ByTwo): string =>
  textOf(organization) +
  (status === 'proposed' ? '  Another person repeats the command within 24 hours.\n' : '')

/** `nani organizations …`: organizations that registered themselves. */
export const organizations = area<
  typeof import('@nani/server/organizations/organizations/index.ts'),
  OversightNeeds
>({
  name: 'organizations',
  about: 'organizations, their verification and their suspension',
  load: () => import('@nani/server/organizations/organizations/index.ts'),
  needs: async ({ installation, rules }) => ({ ...installation, rules: await rules() }),
  commands: [
    {
      words: 'list',
      about: 'the organizations, the oldest first',
      example: 'organizations list --status pending',
      act: 'listAllOrganizations',
      options: { status: 'pending, verified, refused or suspended (default: all)' },
      json: (data) => ({ data }),
      text: table<Organization>(
        ['id', 'status', 'name', (one) => shown(one.rccm, 'no RCCM')],
        '  There are no organizations.',
      ),
    },
    {
      words: 'show <organization>',
      about: 'one organization, next to the business of the register with its number',
      example: `organizations show ${example}`,
      act: 'showOrganization',
      text: textOf,
    },
    {
      words: 'verify <organization>',
      about: 'verify an organization; it may then submit production reviews',
      example: `organizations verify ${example}`,
      act: 'verifyOrganization',
      text: textOf,
    },
    {
      words: 'refuse <organization>',
      about: 'refuse an organization; it may be submitted again',
      example: withReason('refuse'),
      act: 'refuseOrganization',
      options: reason,
      text: textOf,
    },
    {
      words: 'suspend <organization>',
      about: 'suspend an organization; another person repeats the command',
      example: withReason('suspend'),
      act: 'suspendOrganization',
      options: reason,
      text: byTwoText,
    },
    {
      words: 'restore <organization>',
      about: 'restore a suspended organization; another person repeats the command',
      example: withReason('restore'),
      act: 'restoreOrganization',
      options: reason,
      text: byTwoText,
    },
  ],
})
