import { columns, wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import type { RotatedLogKey } from '@nani/server/app/audit-transparency/index.ts'
import { Option } from 'commander'
import { area } from '../command-line/command-area.ts'
import { oneOf } from '../command-line/one-of.ts'
import type { Checked } from './audit-log.ts'

const load = async () => ({
  ...(await import('@nani/server/app/audit-transparency/index.ts')),
  ...(await import('./audit.ts')),
  ...(await import('./audit-log.ts')),
})
type Audit = Awaited<ReturnType<typeof load>>

const period = 'a duration before now, such as 2h or 7d, or a date and time'
const needed = (flags: string, text: string) => new Option(flags, text).makeOptionMandatory()
const each = (flags: string, text: string) =>
  new Option(flags, `${text}; can be repeated`).argParser((one: string, before: string[] = []) => [
    ...before,
    one,
  ])
const environment = new Option('--environment <environment>', 'sandbox or production')
  .choices(environments)
  .default('production')

/** `nani audit …`: the audit log of calls, and its transparency log. */
export const audit = area<Audit>({
  name: 'audit',
  about: 'the audit log of calls',
  load,
  commands: {
    export: {
      about: 'write the audit entries of an application to a file',
      flags: [
        needed('--application <id>', 'the application'),
        needed('--out <file>', 'a new file; CSV if its name ends in .csv, else NDJSON'),
        new Option('--since <when>', period).default('30d'),
        new Option('--until <when>', 'the same; the entries before this time (default: now)'),
      ],
      perform: ({ module, ...call }) => module.exportFile(call),
    },
    key: {
      about: 'print the public key of the transparency log, and its earlier keys',
      flags: [environment],
      perform: ({ module, ...call }) => module.key(call),
      text: (keys: Parameters<Audit['keyText']>[0], { module }) => module.keyText(keys),
    },
    'rotate-key': {
      act: 'rotateLogKeys',
      about:
        'sign the transparency log with new keys; the earlier ones sign with them for the overlap, and stay public',
      options: {
        environments: {
          ...{ text: 'sandbox or production (default: both)', as: 'environment', value: 'environment' },
          parse: oneOf(environments),
          read: (given: string | undefined) => (given === undefined ? [] : [given]),
        },
        overlap_days: {
          ...{ text: 'how many days the earlier key signs too', as: 'overlap', value: 'days', default: 30 },
        },
      },
      json: (keys) => ({ keys }),
      text: (keys: RotatedLogKey[]) => {
        const rows = keys.map((one) => [one.environment, one.key, one.previous, one.previous_signs_until])
        return `${columns([['ENVIRONMENT', 'KEY', 'EARLIER KEY', 'SIGNS UNTIL'], ...rows])}\n`
      },
    },
    checkpoint: {
      about: 'print the newest checkpoint of the log, with the cosignatures of the witnesses',
      flags: [environment],
      perform: ({ module, ...call }) => module.checkpoint(call),
      text: ({ note }: { note: string }) => note,
    },
    'prove <id>': { act: 'proveAuditEntry', text: ({ proof }: { proof: string }) => proof },
    'verify <file>': {
      about: 'verify a proof with the published key, without an installation',
      flags: [
        needed('--key <key>', 'the public key of the log'),
        each('--witness <key>', 'a witness that must have cosigned'),
      ],
      offline: ({ module, ...call }) => module.verify(call),
      text: (verified: Parameters<Audit['verifiedText']>[0], { module }) => module.verifiedText(verified),
    },
    check: {
      about:
        'calculate each commitment again, and name entries that were changed, removed, added or back-dated',
      flags: [
        new Option('--from <day>', 'the first day, such as 2026-03-01 (default: all)'),
        new Option('--to <day>', 'the last day'),
        each('--checkpoint <file>', 'a checkpoint or a proof that was kept elsewhere'),
      ],
      perform: ({ module, ...call }) => module.check(call),
      json: ({ seconds: _, ...report }: Checked) => report,
      text: (checked: Checked, { module }) => module.checkedText(checked),
      after: (checked: Checked, { module, ...call }) => module.reportFaults(checked, call),
    },
    'publish <folder>': {
      about: 'write the tiles and checkpoints as static files',
      perform: ({ module, ...call }) => module.publish(call),
      text: ({ folder, logs }: Awaited<ReturnType<Audit['publish']>>) =>
        logs
          .map(
            ({ environment, size, written }) =>
              `${environment}: ${size} leaves, ${written} new files in ${folder}\n`,
          )
          .join(''),
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
      offline: ({ module, ...call }) => module.runWitness(call),
      print: () => {},
    },
  },
})
