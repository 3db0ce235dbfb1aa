import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { act, operator } from './operator-command.ts'

/** `nani backup FILE`, `nani backup rehearse FILE` and `nani restore FILE`. */
export const addBackup = (program: Command, terminal: Terminal): void => {
  const load = () => import('./backup.ts')
  const backup = act(
    program.command('backup').argument('<file>'),
    'nani backup /backup/nani-2026-11-24.backup',
  )
    .description('write everything of the installation to one file, encrypted under the master key')
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
    .action(async (file, options) => (await load()).restore(file, options, terminal))
}
