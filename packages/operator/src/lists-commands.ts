import { share, type Terminal } from '@nani/cli'
import { type Command, InvalidArgumentError } from 'commander'
import { act, operator } from './operator-command.ts'

const waitSeconds = (text: string): number => {
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('Give a number of seconds, at most 86400.')
  return seconds
}

/** `nani lists …`: what screening searches. */
export const addLists = (program: Command, terminal: Terminal): void => {
  const lists = program
    .command('lists')
    .description('the sanctions, PEP, media and watch lists that screening searches')
    .helpCommand(false)
  const load = () => import('./lists.ts')

  act(
    lists.command('import').argument('<list>').argument('<file...>'),
    'nani lists import un consolidated.xml',
  )
    .description('import one version of a list from its files, completely or not at all')
    .option('--format <format>', 'format of the files (default: detected)')
    .option('--dated <day>', 'date of the files, YYYY-MM-DD, if they contain none')
    .option('--accept-drop', 'accept the removal of more than a tenth of the entries')
    .option('--no-wait', 'return before every process uses the version')
    .option('--wait-seconds <seconds>', 'how long to wait for the processes (default: 120)', waitSeconds)
    .action(async (list, files, options) => (await load()).importFiles(list, files, options, terminal))

  act(lists.command('refresh').argument('[list...]'), 'nani lists refresh un eu')
    .description('download lists from their publishers and import them (default: every list with an address)')
    .option('--no-wait', 'return before every process uses the versions')
    .option('--wait-seconds <seconds>', 'how long to wait for the processes (default: 120)', waitSeconds)
    .action(async (names, options) => (await load()).refresh(names, options, terminal))

  operator(lists.command('status'), 'nani lists status')
    .description('the version of every list, its age, and whether it is stale')
    .action(async (options) => (await load()).status(options, terminal))

  act(lists.command('threshold').argument('[value]', '', share), 'nani lists threshold 0.85')
    .description('the lowest match score that is a hit: show it, or set it')
    .action(async (value, options) => (await load()).threshold(value, options, terminal))
}
