import type { Terminal } from '@nani/cli'
import { operatorRoles } from '@nani/foundation/core/index.ts'
import type { Command } from 'commander'
import { act, actingAs, operator } from '../operator-command.ts'

const someone = 'amina@nani.cd'

/** `nani operators …`: the people who work at the desk. */
export const addOperators = (program: Command, terminal: Terminal): void => {
  const operators = program
    .command('operators')
    .description('the accounts of the people who run the installation')
    .helpCommand(false)
  const load = () => import('./operators.ts')
  const roles = (text: string): string[] =>
    text
      .split(',')
      .map((role) => role.trim())
      .filter(Boolean)
  const roleNames = operatorRoles.join(', ')

  act(
    operators.command('invite').argument('<email>'),
    `nani operators invite ${someone} --name "Amina Mbuyi" --roles reviewer,auditor`,
  )
    .description('invite an operator; the link counts once, within 24 hours')
    .requiredOption('--name <name>', 'the name of the person, which no other operator has')
    .requiredOption('--roles <roles>', `the roles, with commas: ${roleNames}`, roles)
    .action(async (email, options) => (await load()).invite(email, options, terminal))

  actingAs(operator(operators.command('list'), 'nani operators list'))
    .description('the operators, the oldest first')
    .action(async (options) => (await load()).list(options, terminal))

  act(
    operators.command('roles').argument('<operator>'),
    `nani operators roles ${someone} --roles reviewer,supervisor`,
  )
    .description('give an operator other roles')
    .requiredOption('--roles <roles>', `the new roles, with commas: ${roleNames}`, roles)
    .action(async (id, options) => (await load()).changeRoles(id, options, terminal))

  act(operators.command('disable').argument('<operator>'), `nani operators disable ${someone}`)
    .description('end the account of an operator, with all its sessions')
    .action(async (id, options) => (await load()).disable(id, options, terminal))

  act(
    operators.command('recover').argument('<operator>'),
    `nani operators recover ${someone} --reason "The phone was lost; identity checked in person."`,
  )
    .description('remove a lost second factor; another person repeats the command')
    .requiredOption('--reason <text>', 'why, and how the identity was checked')
    .action(async (id, options) => (await load()).recover(id, options, terminal))
}
