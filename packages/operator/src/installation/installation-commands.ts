import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { act, operator } from '../command-line/operator-command.ts'

/** The commands on an installation itself. They are no acts: most work where no installation can be opened. */
export const addInstallation = (program: Command, terminal: Terminal): void => {
  operator(program.command('doctor'), 'nani doctor --json')
    .description(
      'check settings, ports, database, roles, rules, keys, certificates, lists, disk, clock and face models; exit code 1 if a check fails',
    )
    .action(async (options) => (await import('../doctor/doctor.ts')).doctor(options, terminal))
  addMasterKey(program, terminal)
  addDatabase(program, terminal)
  addBackup(program, terminal)
}

const addMasterKey = (program: Command, terminal: Terminal): void => {
  const masterKey = program
    .command('master-key')
    .description('the key that protects all data at rest')
    .helpCommand(false)
  act(masterKey.command('rotate'), 'NANI_NEW_MASTER_KEY=$(openssl rand -base64 32) nani master-key rotate')
    .description('replace the master key by the one in NANI_NEW_MASTER_KEY')
    .action(async (options) => (await import('./master-key.ts')).rotate(options, terminal))
  operator(masterKey.command('export'), 'NANI_MASTER_KEY=$(nani master-key export) npm start')
    .description('print the master key that an earlier release stored in the database of DATABASE_URL')
    .action(async (options) => (await import('./master-key.ts')).exportKey(options, terminal))
}

/** `nani database …`: the schema of an installation. */
const addDatabase = (program: Command, terminal: Terminal): void => {
  const database = program.command('database').description('the schema of the database').helpCommand(false)
  operator(database.command('migrate'), 'NANI_OWNER_DATABASE_URL=postgres://… nani database migrate --check')
    .description('bring the schema of all databases up to date, as the owner of the schema')
    .option('--check', 'change nothing; exit code 1 when the schema is behind')
    .option('--without <cells>', 'leave out cells that are away, by their names with commas')
    .action(async (options) => (await import('./database.ts')).migrateDatabase(options, terminal))
  operator(database.command('distribute'), 'nani database distribute --print')
    .description('distribute the register over the nodes of a Citus cluster, as the owner of the schema')
    .option('--print', 'print the SQL and change nothing')
    .action(async (options) => (await import('./database.ts')).distributeDatabase(options, terminal))
}

/** `nani backup FILE`, `nani backup rehearse FILE` and `nani restore FILE`. */
const addBackup = (program: Command, terminal: Terminal): void => {
  const load = () => import('./backup.ts')
  const backup = act(
    program.command('backup').argument('<file>'),
    'nani backup /backup/nani-2026-11-24.backup',
  )
    .description('write everything of the installation to one file, encrypted under the master key')
    .option('--without <cells>', 'leave out cells that are away, by their names with commas')
    .helpCommand(false)
    .action(async (file, options) => (await load()).backup(file, options, terminal))

  operator(
    backup.command('rehearse').argument('<file>'),
    'nani backup rehearse /backup/nani-2026-11-24.backup',
  )
    .description('restore the file into a scratch database, and prove that it is complete')
    .action(async (file, _options, command) =>
      // `--json` after the command may have been read as one of `nani backup`.
      (await load()).rehearse(file, command.optsWithGlobals(), terminal),
    )

  operator(program.command('restore').argument('<file>'), 'nani restore /backup/nani-2026-11-24.backup')
    .description('restore a backup into an empty database, or into a new data directory')
    .option('--cells <file>', 'JSON with the owner URLs of cells that have another address than before')
    .option('--without <cells>', 'leave out cells, by their names with commas')
    .action(async (file, options) => (await load()).restore(file, options, terminal))
}
