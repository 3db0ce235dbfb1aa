import type { Command } from 'commander'

/** Options of every command, as commander reads them. */
export type OperatorOptions = { json?: boolean; as?: string }

/** Options of every command of an operator. */
export const operator = (command: Command, example: string): Command =>
  command.option('--json', 'print one JSON document').addHelpText('after', `\nExample:\n  $ ${example}`)

/** Options of a command that changes something: the audit log names the operator. */
export const act = (command: Command, example: string): Command => actingAs(operator(command, example))

/** The option `--as`. */
export const actingAs = (command: Command): Command =>
  command.option(
    '--as <name>',
    'the operator that the audit log names (default: NANI_OPERATOR, or the login name)',
  )
