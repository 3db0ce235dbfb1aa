import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { operator } from './operator-command.ts'

/** Those of `nani face …` that work on an installation, running or stopped. */
export const addFaceOperatorCommands = (face: Command, terminal: Terminal): void => {
  const load = () => import('./face.ts')
  const environment = (command: Command): Command =>
    command.option(
      '--environment <whose>',
      'sandbox or production (default: production; on an embedded database, a trial, sandbox)',
    )

  environment(operator(face.command('enrol').argument('[photographs...]'), 'nani face enrol ./photographs'))
    .description(
      'enrol photographs: files or folders named by identity (COD-….jpg), or a CSV of svc_id,file; without any, the selfies on record that are not enrolled yet',
    )
    .action(async (paths, options) => (await load()).enrol(paths, options, terminal))

  operator(face.command('revoke').argument('<svc_id>'), 'nani face revoke COD-1234-5678-9012')
    .description('forget the enrolled faces of somebody')
    .action(async (svcId, options) => (await load()).revoke(svcId, options, terminal))

  operator(face.command('reasons').argument('[application]'), 'nani face reasons --since 30d')
    .description('why faces were compared: what is generic, by application; or the reasons of one, as given')
    .option('--since <moment>', 'such as 7d or 2026-11-21T08:00:00Z', '30d')
    .action(async (application, options) => (await load()).reasons(application, options, terminal))

  operator(face.command('evaluate').argument('<pairs.csv>'), 'nani face evaluate pairs.csv')
    .description('measure error rates on pairs of photographs (file_a,file_b,label: same or different)')
    .option('--report <file.html>', 'where the page with the plots goes (default: beside the pairs)')
    .option('--strict', 'leave out photographs that the service refuses, as it does in operation')
    .action(async (pairs, options) => (await import('./face-evaluate.ts')).evaluate(pairs, options, terminal))
}
