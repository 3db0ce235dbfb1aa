import { type Problem, run as runCommand, type Terminal } from '@nani/cli'
import { isForOperators, type Refusal } from '@nani/foundation/core/index.ts'
import { addOperatorCommands } from './commands.ts'
import { nextStep } from './next-commands.ts'

const place = { variable: 'DATABASE_URL', place: 'of the installation' }

const problemOf = async (thrown: unknown): Promise<Problem | null> => {
  const error = isForOperators(thrown) ? thrown : await databaseProblem(thrown)
  return (
    error && { code: error.code, message: error.message, data: { ...error.context }, next: nextStep(error) }
  )
}

/** A database that fails during a command is no fault of the program. Loaded late, because most commands do not fail. */
const databaseProblem = async (thrown: unknown): Promise<Refusal | null> => {
  const { databaseFailure } = await import('@nani/foundation/storage/index.ts')
  return databaseFailure(thrown, place)
}

/** `nani` with the commands for callers and those for operators. */
export const run = (args: string[], terminal: Terminal): Promise<number> =>
  runCommand(args, terminal, {
    heading: 'Commands for operators of an installation',
    add: (program) => addOperatorCommands(program, terminal, args),
    problemOf,
  })
