import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { act, operator } from './operator-command.ts'

/** Adds the commands that work on an installation to `nani face …`, which callers have too. */
export const addFaceOperatorCommands = (program: Command, terminal: Terminal): void => {
  const face = program.commands.find((command) => command.name() === 'face') ?? program.command('face')
  face.description('recognise and enrol faces').commandsGroup('Commands for operators:')
  const load = () => import('./face.ts')
  const environment = (command: Command): Command =>
    command.option(
      '--environment <whose>',
      'sandbox or production (default: production; on an embedded database, a trial, sandbox)',
    )

  environment(act(face.command('enrol').argument('[photographs...]'), 'nani face enrol ./photographs'))
    .description(
      'enrol photographs: files or folders named by identity (COD-….jpg), or a CSV of svc_id,file; without arguments: the selfies on record that are not enrolled yet',
    )
    .action(async (paths, options) => (await load()).enrol(paths, options, terminal))

  act(face.command('revoke').argument('<svc_id>'), 'nani face revoke COD-1234-5678-9012')
    .description('delete the enrolled faces of a person')
    .action(async (svcId, options) => (await load()).revoke(svcId, options, terminal))

  operator(face.command('reasons').argument('[application]'), 'nani face reasons --since 30d')
    .description(
      'the reasons of face comparisons: generic ones by application, or all reasons of one application',
    )
    .option('--since <moment>', 'such as 7d or 2026-11-21T08:00:00Z', '30d')
    .action(async (application, options) => (await load()).reasons(application, options, terminal))

  operator(face.command('evaluate').argument('<pairs.csv>'), 'nani face evaluate pairs.csv')
    .description('measure error rates on pairs of photographs (file_a,file_b,label: same or different)')
    .option(
      '--report <file.html>',
      'where the page with the plots goes (default: in the folder of the pairs)',
    )
    .option('--strict', 'omit photographs that the service refuses')
    .action(async (pairs, options) => (await import('./face-evaluate.ts')).evaluate(pairs, options, terminal))
}
