import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { addCallerCommands } from './caller/commands.ts'
import { addCompletion } from './completion/completion-commands.ts'
import type { Problem } from './failure.ts'
import { printProblem, problemOf } from './problem.ts'
import type { Terminal } from './terminal.ts'

/** Commands of another package that are listed after the commands for callers. */
export type FurtherCommands = {
  heading: string
  add(program: Command, terminal: Terminal): void | Promise<void>
  /** The problem of an error that only these commands can convert. */
  problemOf(error: unknown): Promise<Problem | null>
}

/** Every package of one release has the same version. */
const version = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version

/** Exit codes (docs/operator-errors.md): 0 success, 1 an error with a code, 2 a command or option that does not exist. */
export const run = async (args: string[], terminal: Terminal, further?: FurtherCommands): Promise<number> => {
  const program = new Command('nani')
    .description('Nani, an identity API.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(see --help)')
    .version(version(), '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', '\nExample:\n  $ nani kyc COD-0000-0000-0001')
  program.commandsGroup('Commands for callers:')
  addCallerCommands(program, terminal)
  if (further) {
    program.commandsGroup(`${further.heading}:`)
    await further.add(program, terminal)
  }
  addCompletion(program, terminal)
  let json = false
  program.hook('preAction', (_, action) => {
    json = action.optsWithGlobals().json === true
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    printProblem((await further?.problemOf(error)) ?? problemOf(error), json, terminal)
    return 1
  }
}
