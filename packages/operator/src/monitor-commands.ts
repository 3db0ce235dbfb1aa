import { type Terminal, wholeNumber } from '@nani/cli'
import { type Command, InvalidArgumentError } from 'commander'
import { actingAs } from './operator-command.ts'

const ofApplication = (command: Command, example: string): Command =>
  command
    .option('--application <id>', 'application id (default: the demo application of the sandbox)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExample:\n  $ ${example}`)

const disposition = (text: string): string => {
  if (text === 'false_positive' || text === 'true_match') return text
  throw new InvalidArgumentError('Use false_positive or true_match.')
}

/** `nani monitors …` and `nani dispositions …`: what goes on after a screening. */
export const addMonitors = (program: Command, terminal: Terminal): void => {
  const monitors = program
    .command('monitors')
    .description('the monitored subjects of an application')
    .helpCommand(false)
  const load = () => import('./monitors.ts')

  ofApplication(monitors.command('list'), 'nani monitors list --limit 20')
    .description('the newest monitors with their references; the subjects are not shown')
    .option('--limit <n>', 'at most 1000', wholeNumber, 100)
    .action(async (options) => (await load()).list(options, terminal))

  const stop = monitors.command('stop').argument('<monitor>')
  actingAs(ofApplication(stop, 'nani monitors stop mon_01JB2X4T6V9X2B5D7F9H1K3M5P'))
    .description('stop a monitor; it deletes the data of its subject')
    .action(async (monitor, options) => (await load()).stop(monitor, options, terminal))

  const dispositions = program
    .command('dispositions')
    .description('decisions of compliance officers about hits')
    .helpCommand(false)

  ofApplication(dispositions.command('list'), 'nani dispositions list')
    .description('the latest decisions; use show for the reason')
    .option('--limit <n>', 'at most 1000', wholeNumber, 100)
    .action(async (options) => (await load()).listDecisions(options, terminal))

  ofApplication(
    dispositions.command('show').argument('<screening>').argument('<position>'),
    'nani dispositions show aml_01JB2X4T6V9X2B5D7F9H1K3M5P 0',
  )
    .description('the current decision about a hit, with its reason')
    .action(async (screening, position, options) =>
      (await load()).show(screening, position, options, terminal),
    )

  actingAs(
    ofApplication(
      dispositions
        .command('set')
        .argument('<screening>')
        .argument('<position>')
        .argument('<disposition>', '', disposition),
      'nani dispositions set aml_01JB2X4T6V9X2B5D7F9H1K3M5P 0 false_positive --reason "Born in another year"',
    ),
  )
    .description('decide about a hit on behalf of the application')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .option('--officer <name>', 'the officer who decided')
    .action(async (screening, position, decided, options) =>
      (await load()).decide({ screening, position, disposition: decided }, options, terminal),
    )
}
