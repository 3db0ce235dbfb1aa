import type { Terminal } from '@nani/cli'
import { type Command, Option } from 'commander'
import { act } from '../operator-command.ts'

/** `nani credit-records …`. */
export const addCreditRecords = (program: Command, terminal: Terminal): void => {
  const records = program
    .command('credit-records')
    .description('the credit records of citizens in the register')
    .helpCommand(false)

  act(records.command('import').argument('<file>'), 'nani credit-records import telecom-2026-10.csv')
    .description(
      'import credit records from CSV or NDJSON; reports rows that are wrong or older than the stored record, and continues an interrupted import',
    )
    .addOption(
      new Option('--format <format>', 'default: from the name of the file').choices(['ndjson', 'csv']),
    )
    .option('--rejected <file>', 'where refused records are written (default: nowhere)')
    .action(async (file, options) =>
      (await import('./credit-records.ts')).importFile(file, options, terminal),
    )
}
