import type { Command } from 'commander'
import { call, caller, list, share } from './caller/commands.ts'
import { addFaceOperatorCommands } from './operator/face-commands.ts'
import type { Terminal } from './terminal.ts'

/** `nani face …`: two commands of who calls, the others of who runs an installation. */
export const addFaceCommands = (program: Command, terminal: Terminal): void => {
  const face = program.command('face').description('recognise faces, and enrol them').helpCommand(false)
  const recognition = (command: Command, example: string): Command =>
    call(caller(command, example), 'customer_onboarding')
      .requiredOption('--reason <text>', 'why this very check is made; it is audited')
      .option('--threshold <0 to 1>', 'the similarity of a match (default: 0.85)', share)
      .option('--no-liveness', 'a controlled capture; the application must be allowed to')
      .option('--scopes <a,b>', 'instead of every granted scope; "" for basic only', list)
      .option('--base64', 'deliver files in the answer, not as signed addresses')
  const load = () => import('./caller/face.ts')

  recognition(
    face.command('verify').argument('<photograph>').argument('<identifier>', 'such as COD-0000-0000-0001'),
    'nani face verify examples/faces/jean-pierre-today.jpg COD-0000-0000-0001 --reason "Withdrawal, ticket 4711"',
  )
    .description('tell whether a photograph shows the person of an identifier (1:1)')
    .option('--type <type>', 'svc_id, passport, ceni, driving_licence or national_id', 'svc_id')
    .action(async (photograph, identifier, options) =>
      (await load()).verifyFace(photograph, identifier, options, terminal),
    )

  recognition(
    face.command('identify').argument('<photograph>'),
    'nani face identify examples/faces/beatrice-today.jpg --reason "Patient without papers, bed 14"',
  )
    .description('tell whom a photograph shows, among everybody who is enrolled (1:N)')
    .action(async (photograph, options) => (await load()).identifyFace(photograph, options, terminal))

  addFaceOperatorCommands(face, terminal)
}
