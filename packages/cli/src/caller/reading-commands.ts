import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { caller } from './call-options.ts'

/** The commands that read jobs, batches and events. */
export const addReadingCommands = (program: Command, terminal: Terminal): void => {
  caller(program.command('job').argument('<id>'), 'nani job job_01JB2X4T6V9X2B5D7F9H1K3M5P --wait')
    .description('show an asynchronous request and its result')
    .option('--wait', 'wait for the end, at most a minute')
    .action(async (id, options) => (await import('./job.ts')).job(id, options, terminal))

  caller(program.command('batch').argument('<id>'), 'nani batch bat_01JB2X4T6V9X2B5D7F9H1K3M5P')
    .description('show the progress of a batch')
    .option('--wait', 'wait for the end, at most ten minutes')
    .action(async (id, options) => (await import('./batch.ts')).batch(id, options, terminal))

  caller(program.command('results').argument('<id>'), 'nani results bat_01JB2X4T6V9X2B5D7F9H1K3M5P --json')
    .description('list the items of a batch in order as they finish')
    .action(async (id, options) => (await import('./batch.ts')).results(id, options, terminal))

  caller(program.command('listen'), 'nani listen --forward http://localhost:3000/hook')
    .description('show events as they occur, and forward them to a receiver on this machine')
    .option('--forward <url>', 'where each event is posted, signed as a webhook is')
    .option('--after <event>', 'start after this event (default: with the next event)')
    .action(async (options) => (await import('./listen.ts')).listen(options, terminal))
}
