import { type Problem, run as runCommand, type Terminal } from '@nani/cli'
import { OperatorError } from '@nani/foundation/core/index.ts'
import { addOperatorCommands } from './commands.ts'
import { nextStep } from './next-commands.ts'

const problemOf = (error: unknown): Problem | null =>
  error instanceof OperatorError
    ? { code: error.code, message: error.message, data: { ...error.data }, next: nextStep(error) }
    : null

/** `nani` with the commands for callers and those for operators. */
export const run = (args: string[], terminal: Terminal): Promise<number> =>
  runCommand(args, terminal, {
    heading: 'Commands for operators of an installation',
    add: addOperatorCommands,
    problemOf,
  })
