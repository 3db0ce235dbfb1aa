import { type Terminal, wholeNumber } from '@nani/cli'
import { creditConsentStatuses, environments } from '@nani/contract'
import type { Command } from 'commander'
import { oneOf } from './one-of.ts'
import { act, actingAs, operator } from './operator-command.ts'

const example = 'cnr_01JB2X4T6V9X2B5D7F9H1K3M5P'

/** `nani consents …`: the consents of citizens to credit scores. */
export const addConsents = (program: Command, terminal: Terminal): void => {
  const consents = program
    .command('consents')
    .description('consents of citizens to credit scores')
    .helpCommand(false)
  const load = () => import('./consents.ts')

  actingAs(operator(consents.command('list'), 'nani consents list --status approved --limit 20'))
    .description('the newest requests and consents; citizens are not shown')
    .option('--application <id>', 'application id (default: all)')
    .option('--environment <environment>', 'sandbox or production (default: both)', oneOf(environments))
    .option('--status <status>', creditConsentStatuses.join(', '), oneOf(creditConsentStatuses))
    .option('--limit <n>', 'at most 1000', wholeNumber, 100)
    .action(async (options) => (await load()).list(options, terminal))

  actingAs(operator(consents.command('show').argument('<id>'), `nani consents show ${example}`))
    .description('one request or consent, with its citizen; the reading is audited')
    .action(async (id, options) => (await load()).show(id, options, terminal))

  act(
    consents.command('revoke').argument('<id>'),
    `nani consents revoke ${example} --reason "Ordered by the court"`,
  )
    .description('end a consent at once')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .action(async (id, options) => (await load()).revoke(id, options, terminal))

  act(consents.command('approve').argument('<id>'), `nani consents approve ${example}`)
    .description('approve a request of the sandbox; in production only the citizen does')
    .action(async (id, options) => (await load()).approve(id, options, terminal))

  act(consents.command('decline').argument('<id>'), `nani consents decline ${example}`)
    .description('decline a request of the sandbox; in production only the citizen does')
    .action(async (id, options) => (await load()).decline(id, options, terminal))
}
