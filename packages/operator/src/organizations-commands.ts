import { wholeNumber } from '@nani/cli'
import type { MemberRecoveryNeeds } from '@nani/server/organizations/organizations/index.ts'
import { Option } from 'commander'
import { movedText, moveToCell } from './cells/move-to-cell.ts'
import { area } from './command-line/command-area.ts'
import { needed } from './command-line/flags.ts'
import { mailOf } from './installation/installation.ts'

/** The next step after the first and after the second person. */
export const recoveryText = ({ status }: { status: string }): string =>
  status === 'proposed'
    ? '  Proposed. Another person repeats the command within 24 hours.\n'
    : '  The second factors are removed. The person signs in and adds a new one.\n'

/** `nani organizations …`: organizations that registered themselves. */
export const organizations = area<
  typeof import('@nani/server/organizations/organizations/index.ts'),
  MemberRecoveryNeeds
>({
  name: 'organizations',
  about: 'organizations, their verification, their suspension, and lost second factors of their people',
  load: () => import('@nani/server/organizations/organizations/index.ts'),
  needs: async ({ installation, rules }) => ({
    ...installation,
    rules: await rules(),
    mail: await mailOf(installation),
  }),
  options: { reason: 'the reason, which the organization sees' },
  commands: {
    list: { act: 'listAllOrganizations', columns: 'id status name rccm' },
    'show <organization>': 'showOrganization',
    'verify <organization>': 'verifyOrganization',
    'refuse <organization>': 'refuseOrganization',
    'suspend <organization>': 'suspendOrganization',
    'restore <organization>': 'restoreOrganization',
    'move <organization>': {
      about:
        'move the applications of an organization and its money to another database, while the server runs',
      flags: [
        needed('--cell <name>', 'the name of the cell, or home'),
        new Option('--refuse <seconds>', 'the longest time for which writes are refused: 2 to 60')
          .argParser(wholeNumber)
          .default(5),
      ],
      perform: moveToCell,
      text: movedText,
    },
    'end-sessions <id>': {
      act: 'endSessionsOfMember',
      about: 'end every session of a member, by the id or the e-mail address',
      options: { reason: 'why' },
      text: ({ sessions }: { sessions: number }) => `  Sessions ended: ${sessions}.\n`,
    },
    'recover <id>': {
      act: 'recoverMemberByTwo',
      about: 'remove a lost second factor of a member; another person repeats the command',
      options: { reason: 'why, and how the identity was checked' },
      text: recoveryText,
    },
  },
})
