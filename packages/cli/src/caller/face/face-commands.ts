import type { Command } from 'commander'
import { share } from '../../option-values.ts'
import type { Terminal } from '../../terminal.ts'
import { call, caller, disclosure, identifierType } from '../call-options.ts'

const recognition = (command: Command, example: string, threshold: string): Command =>
  disclosure(
    call(caller(command, example), 'customer_onboarding')
      .requiredOption('--reason <text>', 'the reason for this check; it is stored in the audit log')
      .option('--threshold <0 to 1>', `the similarity of a match (default: ${threshold})`, share)
      .option('--no-liveness', 'for a supervised capture; the application needs the permission'),
  )

/** `nani face verify` and `nani face identify`. */
export const addFaceCommands = (program: Command, terminal: Terminal): void => {
  const face = program.command('face').description('recognise faces').helpCommand(false)
  const load = () => import('./face.ts')

  identifierType(
    recognition(
      face.command('verify').argument('<photograph>').argument('<identifier>', 'such as COD-0000-0000-0001'),
      'nani face verify examples/faces/jean-pierre-today.jpg COD-0000-0000-0001 --reason "Withdrawal, ticket 4711"',
      '0.85',
    ),
  )
    .description('check whether a photograph shows the person of an identifier (1:1)')
    .action(async (photograph, identifier, options) =>
      (await load()).verifyFace(photograph, identifier, options, terminal),
    )

  recognition(
    face.command('identify').argument('<photograph>'),
    'nani face identify examples/faces/beatrice-today.jpg --reason "Patient without papers, bed 14"',
    '0.90',
  )
    .description('identify the person on a photograph among all enrolled people (1:N)')
    .action(async (photograph, options) => (await load()).identifyFace(photograph, options, terminal))
}
