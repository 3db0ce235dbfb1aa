import { wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import { Option } from 'commander'
import { area } from '../command-line/command-area.ts'
import { each, needed, oneEnvironment } from '../command-line/flags.ts'
import type { Checked } from './audit-log.ts'
import { overlapOfLogKey, rotatedLogKeysText } from './log-keys.ts'

const load = async () => ({
  ...(await import('@nani/server/app/audit-transparency/index.ts')),
  ...(await import('./audit.ts')),
  ...(await import('./audit-log.ts')),
})
type Audit = Awaited<ReturnType<typeof load>>

const period = 'a duration before now, such as 2h or 7d, or a date and time'
const environment = new Option('--environment <environment>', 'sandbox or production')
  .choices(environments)
  .default('production')
const cell = new Option('--cell <name>', 'the log of a cell (default: that of home)')

/** `nani audit …`: the audit log of calls, and its transparency log. */
export const audit = area<Audit, ReturnType<Audit['needsOfAudit']>>({
  name: 'audit',
  about: 'the audit log of calls',
  load,
  placed: true,
  needs: ({ module, ...call }) => module.needsOfAudit(call),
  commands: {
    export: {
      about: 'write the audit entries of an application to a file',
      flags: [
        needed('--application <id>', 'the application'),
        needed('--out <file>', 'a new file; CSV if its name ends in .csv, else NDJSON'),
        new Option('--since <when>', period).default('30d'),
        new Option('--until <when>', 'the same; the entries before this time (default: now)'),
      ],
      perform: 'exportFile',
    },
    key: {
      about: 'print the public key of the transparency log, and its earlier keys',
      flags: [environment, cell],
      perform: 'key',
      text: 'keyText',
    },
    'rotate-key': {
      act: 'rotateLogKeys',
      about:
        'sign the transparency log with new keys; the earlier ones sign with them for the overlap, and stay public',
      options: { environments: oneEnvironment, overlap_days: overlapOfLogKey },
      json: (keys) => ({ keys }),
      text: rotatedLogKeysText,
    },
    checkpoint: {
      about: 'print the newest checkpoint of the log, with the cosignatures of the witnesses',
      flags: [environment, cell],
      perform: 'checkpoint',
      text: ({ note }: { note: string }) => note,
    },
    'prove <id>': {
      act: 'proveAuditEntry',
      flags: [new Option('--cell <name>', 'the log of a cell alone, also for its acts (default: all logs)')],
      text: ({ proof }: { proof: string }) => proof,
    },
    'verify <file>': {
      about: 'verify a proof with the published key, without an installation',
      flags: [
        needed('--key <key>', 'the public key of the log'),
        each('--witness <key>', 'a witness that must have cosigned'),
      ],
      offline: 'verify',
      text: 'verifiedText',
    },
    check: {
      about:
        'calculate each commitment again, and name entries that were changed, removed, added or back-dated',
      flags: [
        new Option('--from <day>', 'the first day, such as 2026-03-01 (default: all)'),
        new Option('--to <day>', 'the last day'),
        each('--checkpoint <file>', 'a checkpoint or a proof that was kept elsewhere'),
      ],
      perform: 'check',
      json: ({ seconds: _, ...report }: Checked) => report,
      text: 'checkedText',
      after: 'reportFaults',
    },
    'publish <folder>': {
      about: 'write the tiles and checkpoints as static files',
      perform: 'publish',
      text: 'publishedText',
      after: 'reportUnpublished',
    },
  },
})

/** `nani witness`: the program of another organization that cosigns checkpoints. */
export const witness = area<typeof import('./run-witness.ts')>({
  name: 'witness',
  about: 'run a witness, which cosigns checkpoints of logs that only grow',
  load: () => import('./run-witness.ts'),
  commands: {
    '': {
      flags: [
        needed('--folder <folder>', 'where it keeps its key and the checkpoints'),
        needed('--name <name>', 'the name of the witness, such as witness.example'),
        each('--log <key>', 'the public key of a log').makeOptionMandatory(),
        new Option('--host <host>', 'the address on which it listens').default('127.0.0.1'),
        new Option('--port <port>', 'the port; 0 selects a free one').argParser(wholeNumber).default(4030),
      ],
      offline: 'runWitness',
      print: () => {},
    },
  },
})
