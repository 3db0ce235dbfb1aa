import type { Terminal } from '@nani/cli'
import { wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import type { Command } from 'commander'
import { oneOf } from '../one-of.ts'
import { act, operator } from '../operator-command.ts'

const collect = (value: string, values: string[]): string[] => [...values, value]

const ofEnvironment = (command: Command): Command =>
  command.option('--environment <environment>', 'sandbox or production', oneOf(environments), 'production')

/** `nani audit key|checkpoint|prove|verify|check|publish`: the transparency log of the audit entries. */
export const addAuditLog = (audit: Command, terminal: Terminal): void => {
  const load = () => import('./audit-log.ts')

  ofEnvironment(operator(audit.command('key'), 'nani audit key'))
    .description('print the public key of the transparency log')
    .action(async (options) => (await load()).key(options, terminal))

  ofEnvironment(operator(audit.command('checkpoint'), 'nani audit checkpoint'))
    .description('print the newest checkpoint of the log, with the cosignatures of the witnesses')
    .action(async (options) => (await load()).checkpoint(options, terminal))

  act(audit.command('prove').argument('<id>'), 'nani audit prove kyc_… > x.tlog-proof')
    .description('prove that an audit entry is in the log, by the id of its request or result')
    .action(async (id, options) => (await load()).prove(id, options, terminal))

  operator(
    audit.command('verify').argument('<file>'),
    'nani audit verify x.tlog-proof --key "$(nani audit key)"',
  )
    .description('verify a proof with the published key, without an installation')
    .requiredOption('--key <key>', 'the public key of the log')
    .option('--witness <key>', 'a witness that must have cosigned; can be repeated', collect, [])
    .action(async (file, options) => (await load()).verify(file, options, terminal))

  operator(audit.command('check'), 'nani audit check --from 2026-03-01 --to 2026-03-31')
    .description(
      'calculate each commitment again, and name entries that were changed, removed, added or back-dated',
    )
    .option('--from <day>', 'the first day, such as 2026-03-01 (default: all)')
    .option('--to <day>', 'the last day')
    .option(
      '--checkpoint <file>',
      'a checkpoint or a proof that was kept elsewhere; can be repeated',
      collect,
      [],
    )
    .action(async (options) => (await import('./audit-check.ts')).check(options, terminal))

  operator(audit.command('publish').argument('<folder>'), 'nani audit publish ./log')
    .description('write the tiles and checkpoints as static files')
    .action(async (folder, options) => (await load()).publish(folder, options, terminal))
}

/** `nani witness`: the program of another organization that cosigns checkpoints. */
export const addWitness = (program: Command, terminal: Terminal): void => {
  operator(
    program.command('witness'),
    'nani witness --folder ./witness --name witness.example --log "log.example+1a2b3c4d+AQ…"',
  )
    .description('run a witness, which cosigns checkpoints of logs that only grow')
    .requiredOption('--folder <folder>', 'where it keeps its key and the checkpoints')
    .requiredOption('--name <name>', 'the name of the witness, such as witness.example')
    .requiredOption('--log <key>', 'the public key of a log; can be repeated', collect, [])
    .option('--host <host>', 'the address on which it listens', '127.0.0.1')
    .option('--port <port>', 'the port; 0 selects a free one', wholeNumber, 4030)
    .action(async (options) => (await import('../witness/run-witness.ts')).runWitness(options, terminal))
}
