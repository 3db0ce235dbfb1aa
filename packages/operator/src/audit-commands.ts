import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { addAuditLog } from './audit-log/audit-log-commands.ts'
import { act } from './operator-command.ts'

/** `nani audit …`: the audit log of calls. */
export const addAudit = (program: Command, terminal: Terminal): void => {
  const audit = program.command('audit').description('the audit log of calls').helpCommand(false)
  act(audit.command('export'), 'nani audit export --application app_… --since 30d --out audit.csv')
    .description('write the audit entries of an application to a file')
    .requiredOption('--application <id>', 'the application')
    .requiredOption('--out <file>', 'a new file; CSV if its name ends in .csv, else NDJSON')
    .option('--since <when>', 'a duration before now, such as 2h or 7d, or a date and time', '30d')
    .option('--until <when>', 'the same; the entries before this time (default: now)')
    .action(async (options) => (await import('./audit.ts')).exportFile(options, terminal))
  addAuditLog(audit, terminal)
}
