import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { operator } from './operator-command.ts'

/** `nani database …`: the schema of an installation. */
export const addDatabase = (program: Command, terminal: Terminal): void => {
  const database = program.command('database').description('the schema of the database').helpCommand(false)
  operator(database.command('migrate'), 'NANI_OWNER_DATABASE_URL=postgres://… nani database migrate --check')
    .description('bring the schema up to date, as the owner of the schema')
    .option('--check', 'change nothing; exit code 1 when the schema is behind')
    .action(async (options) => (await import('./database.ts')).migrateDatabase(options, terminal))
  operator(database.command('distribute'), 'nani database distribute --print')
    .description('distribute the tables over the nodes of a Citus cluster, as the owner of the schema')
    .option('--print', 'print the SQL and change nothing')
    .action(async (options) => (await import('./distribute.ts')).distributeDatabase(options, terminal))
}
