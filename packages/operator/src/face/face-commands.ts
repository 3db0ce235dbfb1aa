import type { Terminal } from '@nani/cli'
import type { Command } from 'commander'
import { act, operator } from '../operator-command.ts'

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
    .option(
      '--source <who>',
      'who took the photographs: clerk, app or file (default: file, an unknown origin)',
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

  addEvaluation(face, terminal)
  addCalibration(face, terminal)
}

const addEvaluation = (face: Command, terminal: Terminal): void => {
  operator(face.command('evaluate').argument('[list.csv]'), 'nani face evaluate people.csv --fit')
    .description(
      'measure error rates on photographs and people (file,person) or on pairs (file_a,file_b,label: same or different); a column group gives the rates within each group',
    )
    .option('--report <file.html>', 'where the page with the plots goes (default: in the folder of the list)')
    .option('--strict', 'omit photographs that the service refuses')
    .option(
      '--fit [file.json]',
      'fit the similarity to these people, and write the calibration (default: in the folder of the list)',
    )
    .option('--calibration <file.json>', 'measure with a fitted calibration')
    .action(async (list, options) => (await import('./face-evaluate.ts')).evaluate(list, options, terminal))
}

const addCalibration = (face: Command, terminal: Terminal): void => {
  const calibration = face
    .command('calibration')
    .description('the similarity that was fitted to the people of the operator')
    .helpCommand(false)
  const load = () => import('./face-calibration.ts')

  act(
    calibration.command('activate').argument('<calibration>'),
    'nani face calibration activate people.calibration.json --as mbuyi',
  )
    .description(
      'use a fitted calibration (a file, a stored identifier, or of-the-model); effective after a second operator repeats the command within 24 hours',
    )
    .action(async (file, options) => (await load()).activate(file, options, terminal))

  operator(calibration.command('list'), 'nani face calibration list')
    .description('list the stored calibrations')
    .action(async (options) => (await load()).list(options, terminal))
}
