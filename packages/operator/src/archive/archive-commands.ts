import { columns } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { area } from '../command-line/command-area.ts'
import { openCells } from '../command-line/in-place.ts'
import type { Installation } from '../installation/installation.ts'

type Archiving = typeof import('@nani/server/app/archiving/index.ts')
type Run = Awaited<ReturnType<Archiving['archiveDays']>>
type Check = Awaited<ReturnType<Archiving['verifyDays']>>
type Found = Awaited<ReturnType<Archiving['searchArchive']>>

type Needs = Installation & { cells: Awaited<ReturnType<typeof openCells>> }

/** The name of a table, with that of its cell. */
const tableOf = ({ cell, table }: { cell?: string; table: string }): string =>
  cell === undefined ? table : `${table} of the cell ${cell}`

const requireAll = (unread: readonly string[] = []): void => {
  if (unread.length > 0)
    throw new Refusal('history_incomplete', `The cells ${unread.join(', ')} cannot be used at present.`, {
      context: { databases: unread, retry_after: 5 },
      next: 'Run: nani cells check. Then repeat.',
    })
}

/** Named as a file of an archived day. A file that is not whole yet has another name. */
const isNamedAsArchive = (name: string): boolean => /\.(rows|keys|manifest\.json)$/.test(name)

const tables = 'audit_entries, call_charges or events'

/** `nani archive …`: full days of audit entries, charges and events as sealed files. */
export const archive = area<Archiving, Needs>({
  name: 'archive',
  about: 'full days of audit entries, charges and events, as sealed files',
  load: () => import('@nani/server/app/archiving/index.ts'),
  needs: async ({ installation, terminal, finally: atEnd }) => ({
    ...installation,
    cells: await openCells(installation, terminal, atEnd),
  }),
  commands: {
    run: {
      act: 'archiveDays',
      about: 'archive every full day that is old enough, and drop its partition; run it once a day',
      text: ({ archived, waiting, failed }: Run) =>
        [
          ...archived.map((one) => `${one.day} ${tableOf(one)}: ${one.rows} rows in ${one.bytes} bytes`),
          ...waiting.map((one) => `${one.day} ${tableOf(one)} waits. ${one.reason}`),
          ...failed.map((one) => `${tableOf(one)} failed. ${one.message}`),
          archived.length === 0 ? 'No day was archived.\n' : `${archived.length} days were archived.\n`,
        ].join('\n'),
      after: ({ failed, unread }: Run) => {
        if (failed.length > 0)
          throw new Refusal('archive_incomplete', `${failed.length} tables could not be archived.`)
        requireAll(unread)
      },
    },
    verify: {
      act: 'verifyDays',
      about: 'check every file of the archive; exit code 1 if one was changed or is missing',
      text: ({ days, erased, rows, faults, unknown_files: unknown }: Check) =>
        [
          `${days} days with ${rows} rows. ${erased} days are past their retention and deleted.`,
          ...faults.map((one) => `${one.day} ${tableOf(one)}: ${one.message}`),
          ...unknown.map((name) => `The database does not name the file ${name}.`),
          '',
        ].join('\n'),
      after: ({ faults, unknown_files: unknown, unread }: Check) => {
        const count = faults.length + unknown.filter(isNamedAsArchive).length
        if (count > 0) throw new Refusal('archive_damaged', `The archive has ${count} faults.`)
        requireAll(unread)
      },
    },
    'search <value>': {
      act: 'searchArchive',
      about: 'find archived rows by the id of an application, a request, a result or an event; it is audited',
      options: {
        value: 'the id',
        table: { text: `${tables} (default: all)`, value: 'table' },
        from: { text: 'the first day, such as 2026-03-01', value: 'day' },
        to: { text: 'the last day', value: 'day' },
      },
      text: ({ rows, complete, unread }: Found) => {
        if (rows.length === 0) return unread ? '' : 'The archive has no such row.\n'
        const lines = rows.map((one) => [one.day, tableOf(one), JSON.stringify(one.row ?? one.leaf)])
        const more = complete ? '' : 'There are more. Choose fewer days.\n'
        return `${columns([['DAY', 'TABLE', 'ROW'], ...lines])}\n${more}`
      },
      after: ({ unread }: Found) => requireAll(unread),
    },
  },
})
