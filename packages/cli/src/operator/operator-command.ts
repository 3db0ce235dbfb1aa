import type { Command } from 'commander'

/** What every command of who runs an installation may say. */
export const operator = (command: Command, example: string): Command =>
  command.option('--json', 'print one JSON document').addHelpText('after', `\nExample:\n  $ ${example}`)
