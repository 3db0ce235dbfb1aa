import { type Terminal, wholeNumber } from '@nani/cli'
import type { Command } from 'commander'

const listing = (command: Command, example: string): Command =>
  command
    .option('--since <when>', 'a duration before now, such as 2h or 7d, or a date and time', '7d')
    .option('--limit <n>', 'at most 1000', wholeNumber, 100)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExample:\n  $ ${example}`)

/** `nani alarms …`: signs of an attack. */
export const addAlarms = (program: Command, terminal: Terminal): void => {
  const alarms = program
    .command('alarms')
    .description('signs of an attack: enumeration of identifiers, failed authentication')
    .helpCommand(false)
  const load = () => import('./alarms.ts')

  listing(alarms.command('list'), 'nani alarms list --since 24h')
    .description('the newest alarms about applications that look up many different identifiers')
    .option('--application <id>', 'only alarms about this application')
    .action(async (options) => (await load()).list(options, terminal))

  listing(alarms.command('authentication'), 'nani alarms authentication --since 1h')
    .description('failed authentication, by minute, key, address and code')
    .action(async (options) => (await load()).authentication(options, terminal))
}
