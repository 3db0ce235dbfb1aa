import { Argument, type Command, Option } from 'commander'
import { list } from '../option-values.ts'
import type { Terminal } from '../terminal.ts'
import { caller } from './call-options.ts'

// Not read from `causes`, because a command loads its code only when it runs. A test compares both.
export const triggered = [
  ...['kyc_validation', 'age_verification', 'kyb_verification', 'aml_screening', 'credit_score'].map(
    (service) => `${service}.completed`,
  ),
  ...['credit_consent.status_changed', 'fraud_report.created', 'fraud_report.status_changed'],
  ...['job.completed', 'job.failed', 'batch.completed', 'batch.completed_with_errors'],
]

/** The commands that read jobs, batches and events. */
export const addReadingCommands = (program: Command, terminal: Terminal): void => {
  caller(program.command('job').argument('<id>'), 'nani job job_01JB2X4T6V9X2B5D7F9H1K3M5P --wait')
    .description('show an asynchronous request and its result')
    .option('--wait', 'wait for the end, at most a minute')
    .action(async (id, options) => (await import('./job.ts')).job(id, options, terminal))

  const batch = program.command('batch').argument('<id>').helpCommand(false)
  caller(batch, 'nani batch bat_01JB2X4T6V9X2B5D7F9H1K3M5P')
    .description('show the progress of a batch')
    .option('--wait', 'wait for the end, at most ten minutes')
    .action(async (id, options) => (await import('./batch.ts')).batch(id, options, terminal))
  addBatchCreate(batch, terminal)

  resultsOptions(
    caller(program.command('results').argument('<id>'), 'nani results bat_01JB2X4T6V9X2B5D7F9H1K3M5P --csv'),
  )
    .description('list the items of a batch in order as they finish')
    .option('--csv', 'as CSV: reference, status, result, id, error, message')
    .action(async (id, options) => (await import('./batch.ts')).results(id, options, terminal))

  caller(program.command('listen'), 'nani listen --forward http://localhost:3000/hook')
    .description('show events as they occur, and forward them to a receiver on this machine')
    .option('--forward <url>', 'where each event is posted, signed as a webhook is')
    .option('--after <event>', 'start after this event (default: with the next event)')
    .action(async (options) => (await import('./events/listen.ts')).listen(options, terminal))

  caller(program.command('trigger'), 'nani trigger kyc_validation.completed')
    .addArgument(new Argument('<event...>').choices(triggered))
    .description('make the calls of the sandbox that cause events, so that your endpoint receives them')
    .action(async (types, options) => (await import('./events/trigger.ts')).trigger(types, options, terminal))
}

/** Options of the results of a batch. */
const resultsOptions = (command: Command): Command =>
  command
    .option('--fields <a,b>', 'further columns: fields of a result, such as kyc.basic.full_name', list)
    .option('--out <file>', 'write them to this new file')

const addBatchCreate = (batch: Command, terminal: Terminal): void => {
  const example = 'nani batch create customers.csv --service kyc --out results.csv'
  resultsOptions(caller(batch.command('create').argument('<file>', 'a CSV file'), example))
    .description('send the rows of a CSV file as a batch, and print the results as CSV')
    .addOption(
      new Option('--service <service>').choices(['kyc', 'age', 'kyb', 'aml', 'credit']).default('kyc'),
    )
    .option('--purpose <purpose>', 'a purpose that is approved for the application (default: the usual one)')
    .option('--scopes <a,b>', 'scopes (default: every granted scope; "": basic only)', list)
    .option('--idempotency-key <uuid>', 'a command that is repeated with it sends no second batch')
    .action(async (file, _options, command: Command) =>
      // `batch` has the options of every call too, and commander gives it their values.
      (await import('./batch-file/create-batch.ts')).createBatch(file, command.optsWithGlobals(), terminal),
    )
}
