import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { oneOf } from './one-of.ts'
import { act, actingAs, operator } from './operator-command.ts'

const example = 'org_01JB2X4T6V9X2B5D7F9H1K3M5P'

/** `nani organizations …`: organizations that registered themselves. */
export const addOrganizations = (program: Command, terminal: Terminal): void => {
  const organizations = program
    .command('organizations')
    .description('organizations, their verification and their suspension')
    .helpCommand(false)
  const load = () => import('./organizations.ts')

  actingAs(operator(organizations.command('list'), 'nani organizations list --status pending'))
    .description('the organizations, the oldest first')
    .option(
      '--status <status>',
      'pending, verified, refused or suspended (default: all)',
      oneOf(['pending', 'verified', 'refused', 'suspended'] as const),
    )
    .action(async (options) => (await load()).list(options, terminal))

  actingAs(operator(organizations.command('show').argument('<id>'), `nani organizations show ${example}`))
    .description('one organization, next to the business of the register with its number')
    .action(async (id, options) => (await load()).show(id, options, terminal))

  act(organizations.command('verify').argument('<id>'), `nani organizations verify ${example}`)
    .description('verify an organization; it may then submit production reviews')
    .action(async (id, options) => (await load()).verify(id, options, terminal))

  for (const [verb, description] of [
    ['refuse', 'refuse an organization; it may be submitted again'],
    ['suspend', 'suspend an organization; another person repeats the command'],
    ['restore', 'restore a suspended organization; another person repeats the command'],
  ] as const)
    act(
      organizations.command(verb).argument('<id>'),
      `nani organizations ${verb} ${example} --reason "The number is of another business."`,
    )
      .description(description)
      .requiredOption('--reason <text>', 'the reason, which the organization sees')
      .action(async (id, options) => (await load())[verb](id, options, terminal))
}
