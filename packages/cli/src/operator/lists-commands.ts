import type { Command } from 'commander'
import { share } from '../caller/commands.ts'
import type { Terminal } from '../terminal.ts'
import { operator } from './operator-command.ts'

/** `nani lists …`: what screening searches. */
export const addLists = (program: Command, terminal: Terminal): void => {
  const lists = program
    .command('lists')
    .description('the sanctions, PEP, media and watch lists that screening searches')
    .helpCommand(false)
  const load = () => import('./lists.ts')

  operator(
    lists.command('import').argument('<list>').argument('<file...>'),
    'nani lists import un consolidated.xml',
  )
    .description('import one version of a list from its files, all of it or nothing')
    .option('--format <format>', 'in place of what the files look like')
    .option('--dated <day>', 'the day that the files are of, YYYY-MM-DD, where they do not say it')
    .option('--accept-drop', 'take it although more than a tenth of the entries would be gone')
    .action(async (list, files, options) => (await load()).importFiles(list, files, options, terminal))

  operator(lists.command('refresh').argument('[list...]'), 'nani lists refresh un eu')
    .description(
      'fetch lists from where they are published, and import them (default: every list with an address)',
    )
    .action(async (names, options) => (await load()).refresh(names, options, terminal))

  operator(lists.command('status'), 'nani lists status')
    .description('the version of every list, its age, and whether it is stale')
    .action(async (options) => (await load()).status(options, terminal))

  operator(lists.command('threshold').argument('[value]', '', share), 'nani lists threshold 0.85')
    .description('the lowest match score that is a hit: show it, or set it')
    .action(async (value, options) => (await load()).threshold(value, options, terminal))
}
