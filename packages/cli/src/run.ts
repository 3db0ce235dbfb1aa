import { NaniError } from '@nani/sdk'
import { Command, CommanderError } from 'commander'
import { adviceFor } from './caller/advice.ts'
import { addCallerCommands } from './caller/commands.ts'
import { addFaceCommands } from './face-commands.ts'
import { Failure } from './failure.ts'
import { addOperatorCommands } from './operator/commands.ts'
import { paint, printable, printJson, type Terminal } from './terminal.ts'

/** Exit codes: 0 answered, 1 refused or failed, 2 used wrongly. */
export const run = async (args: string[], terminal: Terminal): Promise<number> => {
  const program = new Command('nani')
    .description('Nani, an identity API: for who calls it and for who runs it.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(--help says more)')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  $ nani kyc COD-0000-0000-0001')
  addCallerCommands(program, terminal)
  addFaceCommands(program, terminal)
  addOperatorCommands(program, terminal)
  let json = false
  program.hook('preAction', (_, action) => {
    json = action.opts().json === true
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    report(error, json, terminal)
    return 1
  }
}

type Trouble = { code: string; message: string; advice: string; body: Record<string, unknown> }

const troubleOf = (error: unknown): Trouble => {
  if (error instanceof NaniError) {
    const { code, message, requestId, context } = error
    return {
      code,
      message,
      advice: adviceFor(error),
      body: { ...context, request_id: requestId ?? undefined },
    }
  }
  if (error instanceof Failure) {
    return { code: '', message: error.message, advice: error.advice, body: error.context }
  }
  // A bug, or a machine that fails us: the stack is what helps.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'unexpected', message, advice: '', body: {} }
}

const report = (error: unknown, json: boolean, terminal: Terminal): void => {
  const { code, message, advice, body } = troubleOf(error)
  if (json) {
    printJson(terminal, { error: code || 'failed', message, ...body, advice: advice || undefined })
    return
  }
  const lines = message.split('\n').map(printable).join('\n')
  terminal.err(`${code ? `${paint(terminal, 'bad', printable(code))}  ` : ''}${lines}\n`)
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) terminal.err(`  ${printable(name)}: ${printable(JSON.stringify(value))}\n`)
  }
  if (advice) terminal.err(`${printable(advice)}\n`)
}
