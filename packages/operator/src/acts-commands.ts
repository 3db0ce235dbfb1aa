import { type Terminal, wholeNumber } from '@nani/cli'
import type { Command } from 'commander'
import { actingAs, operator } from './operator-command.ts'

/** `nani acts`: the audit log of changes to the installation. */
export const addActs = (program: Command, terminal: Terminal): void => {
  actingAs(operator(program.command('acts'), 'nani acts --since 24h --subject app_…'))
    .description('changes to the installation: who changed what, and the values before and after (--json)')
    .option('--since <when>', 'a duration before now, such as 2h or 7d, or a date and time', '7d')
    .option('--subject <id>', 'only changes to this application, list or file')
    .option('--actor <name>', 'only acts of this person')
    .option('--organization <id>', 'only acts for this organization')
    .option('--limit <n>', 'at most 1000', wholeNumber, 100)
    .action(async (options) => (await import('./acts.ts')).list(options, terminal))
}
