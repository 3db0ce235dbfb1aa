import { labelled } from '@nani/cli'
import { operatorRoles, Refusal } from '@nani/foundation/core/index.ts'
import type { RecoveryNeeds } from '@nani/server/desk/operators/index.ts'
import { area, type OptionSpec } from './command-line/command-area.ts'
import { gathered } from './command-line/derive-options.ts'
import { mailOf } from './installation/installation.ts'
import { recoveryText } from './organizations-commands.ts'

const roles = {
  ...{ text: `the roles, with commas: ${operatorRoles.join(', ')}`, value: 'roles', required: true },
  parse: gathered,
  read(given: string[]) {
    const known: readonly string[] = operatorRoles
    if (given.length > 0 && given.every((role) => known.includes(role))) return [...new Set(given)]
    throw new Refusal('value_invalid', `The roles must be some of ${operatorRoles.join(', ')}.`, {
      context: { field: 'roles' },
    })
  },
} satisfies OptionSpec

const columns = 'id status name email roles'
type Invited = { operator_id: string; enrolment_url: string; expires_at: string }

/** `nani operators …`: the people who work at the desk. */
export const operators = area<typeof import('@nani/server/desk/operators/index.ts'), RecoveryNeeds>({
  name: 'operators',
  about: 'the accounts of the people who run the installation',
  load: () => import('@nani/server/desk/operators/index.ts'),
  async needs({ installation, rules }) {
    const { operatorRealm: realm } = await import('@nani/server/organizations/people/index.ts')
    const { deskUrl, deskPort, deskCertificateFile } = installation.config
    const scheme = deskCertificateFile ? 'https' : 'http'
    const origin = () => (deskUrl ? new URL(deskUrl).origin : `${scheme}://localhost:${deskPort}`)
    const { outboxOf } = await import('@nani/server/desk/enrolment/index.ts')
    const registerOutbox = outboxOf(installation)
    const mail = await mailOf(installation)
    return { ...installation, realm, origin, mail, registerOutbox, rules: await rules() }
  },
  options: { roles, after: null, limit: null },
  list: (data) => ({ object: 'list', data }),
  commands: {
    'invite <email>': {
      act: 'inviteOperator',
      about: 'invite an operator; the link counts once, within 24 hours',
      options: { name: 'the name of the person, which no other operator has' },
      text: ({ operator_id, enrolment_url, expires_at }: Invited) =>
        `${labelled({ Operator: operator_id, Link: enrolment_url, Until: expires_at })}\n`,
    },
    list: { act: 'listOperators', columns },
    'roles <id>': { act: 'changeOperatorRoles', columns },
    'disable <id>': { act: 'disableOperator', columns },
    'recover <id>': {
      act: 'recoverSecondFactor',
      about: 'remove a lost second factor; another person repeats the command',
      options: { reason: 'why, and how the identity was checked' },
      text: recoveryText,
    },
  },
})
