import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { operator } from './operator-command.ts'

/** `nani doctor`: whether an installation is fit to run. */
export const addDoctor = (program: Command, terminal: Terminal): void => {
  operator(program.command('doctor'), 'nani doctor --json')
    .description(
      'check settings, ports, database, roles, keys, certificates, lists, disk, clock and face models; exit code 1 if a check fails',
    )
    .action(async (options) => (await import('./doctor.ts')).doctor(options, terminal))
}
